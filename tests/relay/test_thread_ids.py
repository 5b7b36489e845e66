"""A thread on the server: its tools are sent once, and their names come back in every answer."""

from typing import Any

import anthropic
import pytest
from anthropic import beta_tool

import sendable
from sendable import Ledger
from sendable.emulator.server import serving
from sendable.emulator.turn import Turn
from sendable.relay import Relay
from sendable.relay.thread_ids import held_ids, keep_ids
from sendable.wire.build import request, text, thinking, tool, tool_result, tool_use, user
from tests.relay.talk import FRAMES, MODEL, PLAIN, STREAM, answer, as_frames, as_stream, back, go, packed

Json = dict[str, Any]

OPENING = request(user("Hi"), model=MODEL, tools=[tool("fs.read")], thread={"type": "create"})
FORMS = {"json": (packed, PLAIN), "events": (as_stream, STREAM), "frames": (as_frames, FRAMES)}


def later(previous: str, *messages: Json) -> Json:
    return request(*messages, model=MODEL, thread={"type": "continue", "previous_message_id": previous})


@pytest.mark.parametrize("form", FORMS)
def test_names_come_back_for_as_long_as_it_goes_on(form: str) -> None:
    relay = Relay()
    write, headers = FORMS[form]
    asked = OPENING
    for turn in range(3):
        passage = go(relay, asked)
        new = next(new for new, old in passage.ids["names"].items() if old == "fs.read")
        heard = back(passage, write(answer(tool_use(f"toolu_{turn}", new), id=f"msg_{turn}")), headers)
        if form != "frames":
            assert b"fs.read" in heard
            assert new.encode() not in heard
        asked = later(f"msg_{turn}", user(tool_result(f"toolu_{turn}")))
    assert go(relay, later("msg_of_another", user("Hi"))).ids == {}


def test_what_continues_goes_as_it_came_and_leaves_no_state() -> None:
    relay = Relay()
    passage = go(relay, later("msg_1", user(tool_result("toolu_1"))), anthropic_beta="message-threads-2026-08-12")
    assert passage.report.verdict == "accepted"
    back(passage, packed(answer(thinking(""), text("Yes."))), PLAIN)
    assert relay.ledger.state_of(later("msg_1", user(tool_result("toolu_1")))) is None


def test_a_key_keeps_the_state_of_the_whole_conversation() -> None:
    relay = Relay()
    back(go(relay, OPENING, sendable_conversation="mine"), packed(answer()), PLAIN)
    kept = relay.ledger.state("mine")
    assert kept is not None
    back(go(relay, later("msg_1", user("So?")), sendable_conversation="mine"), packed(answer()), PLAIN)
    assert relay.ledger.state("mine") == kept


def test_only_what_was_mapped_in_a_thread_is_kept() -> None:
    ledger = Ledger()
    ids = {"ids": {}, "names": {"fs_read_x": "fs.read"}}
    keep_ids(ledger, {"messages": []}, ids, "msg_1")
    keep_ids(ledger, OPENING, ids, "")
    keep_ids(ledger, OPENING, {"ids": {}, "names": {}}, "msg_1")
    assert held_ids(ledger, later("msg_1")) == {}
    keep_ids(ledger, OPENING, ids, "msg_1")
    assert held_ids(ledger, later("msg_1")) == ids
    assert held_ids(ledger, {"thread": {"type": "continue", "previous_message_id": ["msg_1"]}}) == {}
    assert held_ids(ledger, OPENING) == {}


def calls_twice(turn: Turn) -> Any:
    """Calls the tool by the name that is declared until two results are there."""
    name = turn.index.tools[0].value["name"]
    return "Done." if len(turn.index.blocks("tool_result")) == 2 else {"call": name, "input": {"path": "x"}}


def test_the_tool_runner_of_the_official_client_runs_a_tool_with_a_dot_in_a_thread() -> None:
    @beta_tool(name="fs.read")
    def read(path: str) -> str:
        """Read a file."""
        return f"what stands in {path}"

    with serving([calls_twice]) as server:
        between: Any = [sendable.Middleware()]
        client = anthropic.Anthropic(base_url=server.base_url, api_key="any-key", max_retries=0, middleware=between)
        asked: Any = [{"role": "user", "content": "Read it."}]
        runner = client.beta.messages.tool_runner(model=MODEL, max_tokens=1000, tools=[read], messages=asked)
        said = [block for message in runner for block in message.content]
        names = [tool["name"] for tool in server.emulator.requests[-1]["tools"]]
        client.close()
    assert [getattr(block, "name", "") for block in said] == ["fs.read", "fs.read", ""]
    assert len(server.emulator.requests) == 3
    assert names != ["fs.read"]
    assert not server.emulator.rejections
