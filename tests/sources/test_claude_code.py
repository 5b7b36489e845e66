import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable.conversation import Conversation, Text, ToolCall, ToolResult, dumps, loads
from sendable.errors import UnreadableError
from sendable.prepare import prepare
from sendable.sources.load import format_of, load
from sendable.targets import Target
from tests.sources.sessions import MODEL, Session, call, plain, text, thought, uuid

TARGET = Target(model=MODEL)


def said(conversation: Conversation) -> list[tuple[str, list[str]]]:
    """Roles, and of each part its text or its id."""
    return [(message.role, [_word(part) for part in message.parts]) for message in conversation.messages]


def _word(part: Any) -> str:
    if isinstance(part, Text):
        return part.text
    return (
        part.id
        if isinstance(part, ToolCall)
        else part.call_id
        if isinstance(part, ToolResult)
        else part.__class__.__name__
    )


def lost(session: Session) -> list[tuple[str, str]]:
    return [(one.path, one.what) for one in load(session.data).lost]


def test_session_becomes_messages_and_the_lines_of_one_reply_are_one() -> None:
    held = load(plain().data)
    assert said(held) == [
        ("user", ["List the files"]),
        ("assistant", ["I look.", "toolu_1"]),
        ("tool", ["toolu_1"]),
        ("assistant", ["Two files."]),
    ]
    assert held.settings == {"model": MODEL}
    assert held.lost == []
    assert loads(dumps(held)) == held


def test_format_is_found_out_in_every_form(tmp_path: Path) -> None:
    session = plain()
    (tmp_path / "s.jsonl").write_bytes(session.data)
    one = Session()
    one.user("hi")
    forms: list[Any] = [session.data, session.data.decode(), tmp_path / "s.jsonl", session.lines, one.data]
    assert [format_of(form) for form in forms] == ["claude-code"] * 5
    assert said(load(one.data)) == [("user", ["hi"])]
    assert said(load(session.lines)) == said(load(session.data))


@pytest.mark.parametrize(
    "data",
    [
        '{"messages": [{"role": "user", "content": "hi"}]}',
        '[{"role": "user", "content": "hi"}]',
        '{"messages": [{"role": "user", "content": "hi"}]}\n{"messages": []}',
        '[{"id": "1", "role": "user", "parts": []}]',
        '{"timestamp": "x", "type": "response_item", "payload": {}}\n{"type": "event_msg"}',
        '[{"type": "message", "role": "user", "content": "hi"}]',
    ],
)
def test_other_formats_are_not_taken_for_sessions(data: str) -> None:
    assert format_of(data) != "claude-code"


def test_session_is_sendable() -> None:
    done = prepare(plain().data, TARGET)
    assert (done.changes, done.remaining) == ([], [])
    assert done.request["messages"][2]["content"] == [
        {"type": "tool_result", "tool_use_id": "toolu_1", "content": "done"}
    ]


def test_newest_branch_is_taken() -> None:
    session = Session()
    first = session.user("hi")
    session.assistant(text("old"))
    session.user("old question")
    session.assistant(text("new"), parent=first)
    session.user("new question")
    assert said(load(session.data))[1:] == [("assistant", ["new"]), ("user", ["new question"])]
    assert lost(session) == [("line 2", "branches that were left, 2 records from here on")]


def test_time_decides_before_the_order_of_the_file() -> None:
    session = Session()
    first = session.user("hi")
    session.assistant(text("newest"), timestamp="2026-11-30T12:00:00.000Z")
    session.assistant(text("older"), parent=first)
    assert said(load(session.data))[1] == ("assistant", ["newest"])


def test_of_two_of_one_time_the_later_line_counts() -> None:
    session = Session()
    first = session.user("hi", timestamp="2026-11-30T12:00:00.000Z")
    session.assistant(text("a"), timestamp="2026-11-30T12:00:00.000Z")
    session.assistant(text("b"), parent=first, timestamp="2026-11-30T12:00:00.000Z")
    assert said(load(session.data))[1] == ("assistant", ["b"])


def test_progress_lines_fork_without_being_said() -> None:
    session = Session()
    session.user("hi")
    called = session.assistant(call("toolu_1"))
    session.add("progress", data={"type": "hook_progress"})
    session.add("progress", data={"type": "bash_progress"}, timestamp="2026-11-30T23:00:00.000Z")
    session.result("toolu_1", parent=called)
    session.add("progress", data={"type": "hook_progress"})
    session.assistant(text("done"))
    assert said(load(session.data))[1:] == [("assistant", ["toolu_1"]), ("tool", ["toolu_1"]), ("assistant", ["done"])]
    assert lost(session) == []


def test_results_of_parallel_calls_stand_beside_the_way() -> None:
    session = Session()
    session.user("hi")
    one = session.assistant(thought(), reply="r")
    one = session.assistant(call("toolu_1"), reply="r")
    two = session.assistant(call("toolu_2"), reply="r")
    session.result("toolu_1", parent=one)
    session.result("toolu_2", parent=two)
    session.assistant(text("both"))
    assert said(load(session.data))[1:] == [
        ("assistant", ["Thinking", "toolu_1", "toolu_2"]),
        ("tool", ["toolu_1"]),
        ("tool", ["toolu_2"]),
        ("assistant", ["both"]),
    ]
    assert prepare(session.data, TARGET).changes == []


def test_results_behind_progress_stand_beside_the_way_too() -> None:
    session = Session()
    session.user("hi")
    one = session.assistant(call("toolu_1"), reply="r")
    two = session.assistant(call("toolu_2"), reply="r")
    session.add("progress", parent=one, data={})
    session.add("progress", data={})
    session.result("toolu_1")
    session.result("toolu_2", parent=two)
    assert prepare(session.data, TARGET).changes == []


def test_calls_of_a_reply_beside_the_way_are_taken_along() -> None:
    session = Session()
    session.user("hi")
    one = session.assistant(call("toolu_1"), reply="r")
    session.assistant(call("toolu_2"), reply="r")
    session.result("toolu_2")
    session.result("toolu_1", parent=one)
    session.assistant(text("both"))
    assert said(load(session.data))[1:3] == [("assistant", ["toolu_1", "toolu_2"]), ("tool", ["toolu_2"])]
    assert prepare(session.data, TARGET).changes == []


def test_reply_that_is_written_around_its_results_is_one_message() -> None:
    session = Session()
    session.user("hi")
    session.assistant(call("toolu_1"), reply="r")
    session.result("toolu_1")
    session.assistant(call("toolu_2"), reply="r")
    session.result("toolu_2")
    assert said(load(session.data))[1:] == [
        ("assistant", ["toolu_1", "toolu_2"]),
        ("tool", ["toolu_1"]),
        ("tool", ["toolu_2"]),
    ]


def test_result_of_a_branch_that_was_left_is_not_taken() -> None:
    session = Session()
    session.user("hi")
    one = session.assistant(call("toolu_1"), reply="r")
    two = session.assistant(call("toolu_2"), reply="r")
    session.result("toolu_2", "old", parent=two)
    session.result("toolu_1", "first", parent=one)
    session.result("toolu_2", "new", parent=two)
    tools = [message for message in load(session.data).messages if message.role == "tool"]
    assert [message.parts[0].parts[0].text for message in tools] == ["first", "new"]  # type: ignore[union-attr,index]


def test_side_chains_stay_out_and_a_file_of_one_is_loaded() -> None:
    session = plain()
    end = session.last
    session.user("sub-agent", parent=None, isSidechain=True)
    session.assistant(text("sub-agent's answer"), isSidechain=True)
    session.user("thanks", parent=end)
    assert said(load(session.data))[-1] == ("user", ["thanks"])
    assert lost(session) == [("line 8", "side chains of sub-agents, 2 records from here on")]
    alone = Session()
    alone.user("task", isSidechain=True)
    alone.assistant(text("ok"), isSidechain=True)
    assert len(load(alone.data).messages) == 2


def test_what_the_client_made_up_is_skipped_and_said() -> None:
    session = Session()
    session.user("hi")
    session.assistant(text("API Error: 529"), isApiErrorMessage=True, model="<synthetic>")
    session.assistant(text("No response requested."), model="<synthetic>")
    session.add("attachment", attachment={"type": "file"})
    session.add("system", subtype="local_command", content="out")
    session.add("system", subtype="turn_duration", durationMs=3)
    session.user("again")
    held = load(session.data)
    assert said(held) == [("user", ["hi"]), ("user", ["again"])]
    assert held.settings == {}
    assert [path for path, _ in lost(session)] == ["line 2", "line 3", "line 4", "line 5"]


def test_meta_lines_are_sent() -> None:
    session = Session()
    session.user("Caveat", isMeta=True)
    session.user("<command-name>/x</command-name>")
    assert len(load(session.data).messages) == 2


def compacted(**metadata: Any) -> Session:
    session = plain()
    session.add("system", parent=None, subtype="compact_boundary", logicalParentUuid=uuid(5), compactMetadata=metadata)
    session.user("This session is being continued", isCompactSummary=True, isVisibleInTranscriptOnly=True)
    session.assistant(text("Go on."))
    return session


def test_summary_stands_for_what_was_compacted() -> None:
    held = load(compacted().data)
    assert said(held) == [("user", ["This session is being continued"]), ("assistant", ["Go on."])]
    assert [(one.path, one.what) for one in held.lost] == [("line 9", "what came before the compaction that ends here")]


def test_what_a_compaction_kept_stands_behind_its_summary() -> None:
    session = compacted(preservedSegment={"headUuid": uuid(4), "anchorUuid": uuid(7), "tailUuid": uuid(5)})
    assert [role for role, _ in said(load(session.data))] == ["user", "tool", "assistant", "assistant"]


def test_boundary_without_its_summary_ends_the_way_too() -> None:
    session = plain()
    session.add("system", parent=uuid(5), subtype="compact_boundary")
    session.user("next")
    assert said(load(session.data)) == [("user", ["next"])]


def test_native_blocks_images_and_callers_go_back_as_they_were() -> None:
    session = Session()
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}}
    session.user([text("Look"), image])
    native = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "x"}}
    session.assistant(native | {"caller": {"type": "direct"}}, {**call("toolu_1"), "caller": {"type": "direct"}})
    session.result("toolu_1", [{"type": "tool_reference", "tool_name": "Glob"}])
    request = prepare(session.data, TARGET, max_loss="keeps", invent=False).request
    assert request["messages"][0]["content"][1] == image
    assert request["messages"][1]["content"][1]["caller"] == {"type": "direct"}
    assert request["messages"][2]["content"][0]["content"] == [{"type": "tool_reference", "tool_name": "Glob"}]


def test_session_without_messages_is_unreadable() -> None:
    session = Session()
    session.meta("summary", summary="x", leafUuid="y")
    with pytest.raises(UnreadableError, match="without messages"):
        load(session.data)


odd = st.sampled_from([None, 0, "", "x", [], ["a", None], {}, {"type": "tool_use"}, [{"type": 3}, {"text": []}], True])


@given(st.lists(st.tuples(st.integers(0, 6), st.text("abcdeuipmt", max_size=3), odd, st.integers(0, 9)), max_size=6))
def test_garbage_in_any_field_raises_nothing_else(faults: list[tuple[int, str, Any, int]]) -> None:
    session = plain()
    session.assistant(call("toolu_9"), call("toolu_8"))
    fields = ["uuid", "parentUuid", "type", "message", "timestamp", "isSidechain", "isCompactSummary", "subtype"]
    inner = ["content", "id", "model", "role"]
    for at, _, sampled, which in faults:
        value = copy.deepcopy(sampled)  # a later fault may be put into it
        record = session.lines[at]
        held = record.get("message")
        if which < len(fields):
            record[fields[which]] = value
        elif isinstance(held, dict):
            held[inner[(which + at) % len(inner)]] = value
    try:
        held = load("\n".join(json.dumps(line) for line in session.lines), "claude-code")
    except UnreadableError:
        return
    prepare(held, TARGET)
