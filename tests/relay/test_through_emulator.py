"""A relay in front of the emulator: what the API refuses unforeseen is met once, and what passes is accepted."""

import json
from typing import Any

from hypothesis import given, settings

from sendable.emulator.emulator import Emulator
from sendable.emulator.exchange import Answer as Told
from sendable.emulator.exchange import Call
from sendable.emulator.turn import Turn
from sendable.relay import Passage, Refused, Relay, Report
from sendable.wire.build import request, tool, tool_result, user
from tests.emulator.calling import HEADERS, emulator
from tests.relay.driving import headers_for, sent
from tests.relay.talk import MESSAGES, MODEL, back, packed
from tests.strategies.damage.histories import Damaged, damaged_histories

Json = dict[str, Any]


class Client:
    """Talks to an emulator through a relay, as a gateway would let it."""

    def __init__(self, to: Emulator, relay: Relay) -> None:
        self.to, self.relay = to, relay
        self.retries = 0

    def posted(self, passage: Passage) -> Told:
        return self.to.answer(Call("POST", "/v1/messages", {}, {**HEADERS, **passage.headers}, passage.body))

    def heard(self, body: Json) -> Json:
        """The answer to a request, after at most one retry."""
        passage = self.relay.passage(packed(body), HEADERS, MESSAGES)
        assert passage.refusal is None, passage.report.remaining
        told = self.posted(passage)
        again = passage.retry(told.status, told.body) if told.status >= 400 else None
        if again is not None:
            self.retries += 1
            passage, told = again, self.posted(again)
            assert told.status < 400 or again.retry(told.status, told.body) is None
        assert told.status == 200, told.body
        heard: Json = json.loads(back(passage, told.body, {"content-type": told.media_type}, 11))
        return heard


def grown(body: Json, heard: Json, more: str) -> Json:
    turn = {"role": "assistant", "content": heard["content"]}
    return {**body, "messages": [*body["messages"], turn, user(more)]}


def opening(**fields: Any) -> Json:
    return request(user("a"), **{"model": MODEL, "max_tokens": 4096, "thinking": {"type": "adaptive"}, **fields})


def test_an_edit_that_nobody_foresaw_is_met_once() -> None:
    """The conversation began without the relay, so it cannot know what its thinking was made under."""
    to = emulator([{"answers": [[{"thinking": "Hm."}, "Yes."]] * 9}])
    body = opening()
    for more in ("b", "c"):
        told = to.answer(Call("POST", "/v1/messages", {}, HEADERS, packed(body)))
        assert told.status == 200, told.body
        body = grown(body, json.loads(told.body), more)
    body["messages"][0] = user("A, edited")
    refusals: list[Refused] = []
    client = Client(to, Relay(on_refused=refusals.append))
    for more in ("d", "e", "f"):
        body = grown(body, client.heard(body), more)
    assert client.retries == 1
    assert [one.rule for one in refusals] == ["thinking-bound"]


def test_an_edit_behind_the_relay_is_foreseen() -> None:
    """What the relay has seen it needs no refusal for, and its report names the rule."""
    to = emulator([{"answers": [[{"thinking": "Hm."}, "Yes."]] * 9}])
    reports: list[Report] = []
    client = Client(to, Relay(on_report=reports.append))
    body = opening()
    for more in ("b", "c"):
        body = grown(body, client.heard(body), more)
    body["messages"][0] = user("A, edited")
    for more in ("d", "e"):
        body = grown(body, client.heard(body), more)
    assert client.retries == 0
    assert not to.rejections
    assert [(one.verdict, one.rules[:1]) for one in reports[2:3]] == [("repaired", ["thinking-bound"])]
    assert reports[2].headers()["sendable-rules"] == "thinking-bound"


def damaged(body: Json) -> Json:
    """A copy in which a signature is cut, behind which others have to be left out."""
    copy: Json = json.loads(packed(body))
    block = next(block for message in copy["messages"][3:4] for block in message["content"] if "signature" in block)
    block["signature"] = block["signature"][:-8]
    return copy


def test_a_damaged_copy_costs_the_intact_conversation_nothing() -> None:
    to = emulator([{"answers": [[{"thinking": "Hm."}, "Yes."]] * 20}])
    client = Client(to, Relay())
    body = opening()
    for more in ("b", "c", "d"):
        body = grown(body, client.heard(body), more)
    for one in (body, grown(body, client.heard(body), "e")):
        for _ in range(2):
            copy = client.relay.passage(packed(damaged(one)), HEADERS, MESSAGES)
            client.heard(damaged(one))
            intact = packed(one)
            passage = client.relay.passage(intact, HEADERS, MESSAGES)
            assert passage.body is intact
            assert passage.report.verdict == "accepted"
            client.heard(one)
    assert copy.report.verdict == "repaired"
    assert client.retries == 1, "what was left out of the copy stays out of it"


def calls_what_is_declared(turn: Turn) -> Any:
    """Calls the tool, and goes on once its result is there."""
    name = turn.index.tools[0].value["name"]
    return "Done." if turn.index.blocks("tool_result") else {"call": name}


def test_a_conversation_with_names_that_the_api_does_not_take() -> None:
    client = Client(emulator([calls_what_is_declared]), Relay())
    body = opening(tools=[tool("fs.read")])
    heard = client.heard(body)
    [call] = [block for block in heard["content"] if block["type"] == "tool_use"]
    assert call["name"] == "fs.read"
    turn = {"role": "assistant", "content": heard["content"]}
    body = {**body, "messages": [*body["messages"], turn, user(tool_result(call["id"]))]}
    assert client.heard(body)["content"][-1]["text"] == "Done."


@settings(max_examples=60)
@given(damaged_histories())
def test_what_passes_is_accepted(case: Damaged) -> None:
    if case.history.target.platform != "api":
        return
    passage = sent(Relay(), case.history.target, case.request)
    if passage.refusal is None:
        headers = {**HEADERS, **headers_for(case.history.target), **passage.headers}
        told = emulator().answer(Call("POST", "/v1/messages", {}, headers, passage.body))
        assert told.status == (200 if case.history.target.facts else 404), told.body
