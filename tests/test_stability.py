import json
import os
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sendable import Ledger, Repaired, Target, UnreadableError, check, repair
from sendable.contract.native_pairs import native_pairs
from sendable.contract.prefix_check import checks_prefix
from sendable.wire.index import Index
from sendable.wire.kinds import NATIVE_CALLS, NATIVE_RESULTS, THINKING
from tests.naive_prefix import Remembered, is_conversation, thinking_places
from tests.strategies.choice import Pick, drawn
from tests.strategies.damage.histories import Damaged, write_damaged
from tests.strategies.odd import odd_histories
from tests.test_properties import unmarked

Json = dict[str, Any]

MANY = settings(max_examples=1000 if os.environ.get("SENDABLE_HYPOTHESIS") == "thorough" else 100)
"""The law is tried on that many conversations."""


def signed(request: Json) -> Json:
    """The request with a signature of its own for each thinking block, as the API gives them."""
    request = json.loads(json.dumps(request))
    blocks = [block for kind in THINKING for block in Index(request).blocks(kind)]
    for number, block in enumerate(blocks):
        field = "signature" if block.kind == "thinking" else "data"
        if isinstance(block.value.get(field), str) and block.value[field]:
            block.value[field] = f"{number:04d}{block.value[field]}"
    return request


class Growing:
    """A conversation, and the numbers of messages with which it was sent."""

    def __init__(self, request: Json, target: Target, cuts: list[int]) -> None:
        self.request, self.target, self.cuts = request, target, cuts

    def __repr__(self) -> str:
        return f"Growing({self.request!r}, {self.target!r}, {self.cuts!r})"

    def sent(self) -> Iterator[tuple[Json, Repaired]]:
        """Each request as given with its repair; the state goes from one to the next as JSON."""
        state = None
        for cut in self.cuts:
            request = {**self.request, "messages": self.request["messages"][:cut]}
            repaired = repair(request, self.target, state=state)
            state = json.loads(json.dumps(repaired.state))
            yield request, repaired


def write_growing(pick: Pick, anywhere: bool) -> Growing:
    """A damaged conversation, cut up to three times: where a request could be sent, or anywhere."""
    case = write_damaged(pick)
    request = signed(case.request)
    count = len(request["messages"])
    places = [at for at in range(1, count) if anywhere or could_be_sent(request, at)]
    cuts = sorted({places[pick(len(places))] for _ in range(1 + pick(3))}) if places else []
    target = case.history.target
    if pick(2):
        target = Target(target.platform, target.model, KNOWN, target.endpoint, target.enforces_prefix)
    return Growing(request, target, [*cuts, count])


# Without the one that lets the server drop thinking, so that it goes here.
KNOWN = (
    "interleaved-thinking-2025-05-14",
    "files-api-2025-04-14",
    "web-fetch-2025-09-10",
    "code-execution-2025-08-25",
    "advisor-tool-2026-03-01",
    "mcp-client-2025-11-20",
)


@st.composite
def growing(draw: st.DrawFn, anywhere: bool = False) -> Growing:
    return write_growing(drawn(draw), anywhere)


def could_be_sent(request: Json, at: int) -> bool:
    """Whether a request could end in front of a message: behind a user turn, or a paused one, that got an answer."""
    before, behind = request["messages"][at - 1], request["messages"][at]
    if behind.get("role") != "assistant":
        return False
    if before.get("role") != "assistant":
        return True
    content = before.get("content")
    last = content[-1] if isinstance(content, list) and content else {}
    return isinstance(last, dict) and last.get("type") in (*NATIVE_CALLS, *NATIVE_RESULTS)


def said(request: Json) -> list[Any]:
    return [unmarked(message) for message in request["messages"]]


def exception_for(shorter: Repaired, longer: Repaired) -> str:
    """The exception of docs/stability.md that a longer request may take; "" for none."""
    passes = {change.by for change in longer.changes}
    if native_pairs(Index(shorter.request)).waiting:
        return "a call in flight"
    if shorter.request["messages"][-1].get("role") == "system" and "place_system_messages" in passes:
        return "a system entry that no answer follows"
    if "drop_excess_media" in passes:
        return "a limit on media"
    return ""


def extends(shorter: Repaired, longer: Repaired, count: int) -> None:
    """The first messages of the shorter one stand in the longer one, or an exception is told."""
    before, now = said(shorter.request)[:count], said(longer.request)[:count]
    if now != before:
        assert exception_for(shorter, longer)
        told = {(change.by, change.path) for change in longer.changes}
        assert told - {(change.by, change.path) for change in shorter.changes}


@MANY
@given(growing())
def test_repair_of_a_longer_conversation_extends_that_of_the_shorter(case: Growing) -> None:
    shorter: Repaired | None = None
    for _, longer in case.sent():
        if shorter is not None and not shorter.remaining:
            extends(shorter, longer, len(shorter.request["messages"]))
        shorter = longer


@MANY
@given(growing(anywhere=True))
def test_messages_before_the_last_assistant_turn_stay_wherever_a_request_ends(case: Growing) -> None:
    shorter: Repaired | None = None
    for _, longer in case.sent():
        if shorter is not None and not shorter.remaining:
            turns = [turn for turn in Index(shorter.request).turns if turn.role == "assistant"]
            extends(shorter, longer, turns[-1].messages[0].at if turns else 0)
        shorter = longer


@MANY
@given(growing())
def test_thinking_that_is_sent_stands_behind_what_it_was_made_behind(case: Growing) -> None:
    names = [name for _, _, name in thinking_places(case.request)] if is_conversation(case.request) else []
    if not names or len(names) != len(set(names)):
        return
    remembered = Remembered()
    sent: Json | None = None
    known = 0
    for asked, repaired in case.sent():
        remembered.sent(asked if sent is None else sent, [] if sent is None else asked["messages"][known:])
        if repaired.remaining:
            return
        checks = checks_prefix(case.target.for_request(asked), repaired.request.get("thinking"))
        if checks and not lets_drop(repaired.request):
            assert remembered.failing(repaired.request) == []
        sent, known = repaired.request, len(asked["messages"])


def lets_drop(request: Json) -> bool:
    return bool((request.get("thinking") or {}).get("block_binding"))


@given(growing())
def test_thinking_that_was_removed_stays_out(case: Growing) -> None:
    gone: set[str] = set()
    for asked, repaired in case.sent():
        held = {name for _, _, name in thinking_places(repaired.request)} if is_conversation(asked) else set()
        assert not held & gone
        if not is_conversation(asked):
            return
        names = [name for _, _, name in thinking_places(asked)]
        gone |= {name for name in names if names.count(name) == 1} - held


@given(growing())
def test_a_request_that_is_sent_again_is_the_same(case: Growing) -> None:
    for asked, repaired in case.sent():
        again = repair(asked, case.target, state=json.loads(json.dumps(repaired.state)))
        assert said(again.request) == said(repaired.request)
        assert again.state == repaired.state


@given(growing())
def test_a_state_is_found_by_the_conversation_itself(case: Growing) -> None:
    ledger = Ledger()
    kept: Json | None = None
    for asked, repaired in case.sent():
        assert ledger.state_of(asked) == kept
        kept = json.loads(json.dumps(repaired.state))
        ledger.keep_state_of(asked, repaired.state)
        assert ledger.state_of(asked) == kept


@given(odd_histories())
def test_odd_values_keep_nobody_from_going_on(case: Damaged) -> None:
    messages = case.request.get("messages")
    if not isinstance(messages, list) or not messages:
        return
    state, ledger = None, Ledger()
    for cut in (1, len(messages)):
        try:
            request = {**case.request, "messages": messages[:cut]}
            repaired = repair(request, case.history.target, state=state, ledger=ledger)
        except UnreadableError:
            return
        state = json.loads(json.dumps(repaired.state))
        ledger.record(repaired.request, {"role": "assistant", "content": "Yes."})
        check(repaired.request, case.history.target, ledger=ledger)
