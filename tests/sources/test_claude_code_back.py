import json
from typing import Any

import pytest

from sendable.errors import SendableError
from sendable.render import render
from sendable.repair.repair import Repaired, repair
from sendable.sources.load import load
from sendable.sources.write_back import write_back
from sendable.targets import Target
from tests.sources.sessions import MODEL, Session, call, plain, text, thought, uuid

TARGET = Target(model=MODEL)
NATIVE = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "x"}}
ERROR = {
    "type": "tool_result",
    "tool_use_id": "toolu_1",
    "content": "No result was recorded for this call.",
    "is_error": True,
}


def mended(data: bytes, **options: Any) -> tuple[Repaired, bytes]:
    request = render(load(data), TARGET)
    done = repair(request, TARGET, **options)
    assert done.remaining == []
    return done, write_back(data, request, done)


def lines(data: bytes) -> list[Any]:
    return [json.loads(line) for line in data.splitlines()]


def repaired(session: Session, **options: Any) -> list[Any]:
    """The records after write-back; what is written needs no further repair, and says what the repair says."""
    done, written = mended(session.data, **options)
    assert done.changes
    again = repair(render(load(written), TARGET), TARGET)
    assert again.changes == []
    assert json.dumps(blocks(again.request)) == json.dumps(blocks(done.request))
    before = session.data.splitlines()
    assert [line for line in written.splitlines() if line in before]
    return lines(written)


def blocks(request: Any) -> list[Any]:
    """All blocks with their roles, bare strings as blocks."""
    told = []
    for message in request["messages"]:
        content = message["content"]
        told += [(message["role"], one) for one in ([text(content)] if isinstance(content, str) else content)]
    return told


def chain(records: list[Any]) -> list[str]:
    """The ids from the last record to the root, first to last."""
    by_id = {record["uuid"]: record for record in records if "uuid" in record}
    last = next(record for record in reversed(records) if record["type"] in ("user", "assistant"))
    found = []
    while last is not None:
        found.append(last["uuid"])
        last = by_id.get(last["parentUuid"])
    return found[::-1]


def test_accepted_session_keeps_its_bytes() -> None:
    session = plain()
    session.lines.insert(3, b"")
    data = b"\r\n".join(session.encoded)
    assert mended(data)[1] == data


def test_answered_call_gets_a_line_behind_it() -> None:
    session = Session()
    session.user("hi")
    session.assistant(text("I look."), reply="r")
    session.assistant(call("toolu_1"), reply="r")
    session.user("And?")
    records = repaired(session)
    assert len(records) == 5
    new, after = records[3:]
    assert new["message"] == {"role": "user", "content": [ERROR]}
    assert (new["parentUuid"], after["parentUuid"]) == (uuid(3), new["uuid"])
    beside = session.lines[2]
    assert all(new[name] == beside[name] for name in ("timestamp", "cwd", "sessionId", "version", "isSidechain"))
    assert after == session.lines[3] | {"parentUuid": new["uuid"]}


def test_ids_of_new_lines_are_the_same_each_time() -> None:
    session = Session()
    session.user("hi")
    session.assistant(call("toolu_1"))
    first = repaired(session)
    assert first == repaired(session)
    session.lines[1]["uuid"] = uuid(77)
    assert repaired(session)[2]["uuid"] != first[2]["uuid"]


def test_call_at_the_end_is_answered_at_the_end() -> None:
    session = plain()
    session.assistant(call("toolu_1"), call("toolu_2"))
    records = repaired(session)
    assert [one["tool_use_id"] for one in records[-1]["message"]["content"]] == ["toolu_1", "toolu_2"]
    assert chain(records) == [uuid(number) for number in range(1, 7)] + [records[-1]["uuid"]]


def test_missing_one_of_parallel_results() -> None:
    for order in ("toolu_1", "toolu_2"):
        session = Session()
        session.user("hi")
        owners = {name: session.assistant(call(name), reply="r") for name in ("toolu_1", "toolu_2")}
        session.result(order, parent=owners[order])
        session.user("And?")
        records = repaired(session)
        assert len(records) == 6


def test_reply_written_around_its_results_stays_whole() -> None:
    session = Session()
    session.user("hi")
    session.assistant(call("toolu_1"), reply="r")
    session.result("toolu_1")
    session.assistant(call("toolu_2"), reply="r")
    session.user("And?")
    records = repaired(session)
    assert [record["type"] for record in records] == ["user", "assistant", "user", "assistant", "user", "user"]


def test_line_beside_the_way_is_put_onto_it_where_its_call_goes() -> None:
    session = Session()
    session.user("hi")
    session.assistant(call("toolu_1"), reply="q")
    one = session.assistant(call("toolu_2"), reply="r")
    two = session.assistant(call("toolu_1"), reply="r")
    session.result("toolu_1", parent=two)
    session.result("toolu_2", parent=one)
    session.user("And?")
    records = repaired(session)
    assert [record["uuid"] for record in records] == [uuid(number) for number in (1, 2, 3, 5, 6, 7)]


def test_repeated_record_goes_with_the_one_that_counts() -> None:
    session = plain()
    orphan = session.result("toolu_gone")
    session.lines.insert(5, session.lines[-1])
    session.user("next")
    assert orphan not in json.dumps(repaired(session))


def test_dropped_line_leaves_its_children_a_parent() -> None:
    session = plain()
    orphan = session.result("toolu_gone")
    session.add("progress", parent=orphan, data={})
    session.meta("summary", summary="x", leafUuid=orphan)
    session.add("system", parent=orphan, subtype="turn_duration")
    session.user("next")
    records = repaired(session)
    assert orphan not in json.dumps(records)
    assert [record.get("parentUuid") for record in records[7:]] == [uuid(5), None, uuid(5), uuid(8)]
    assert records[8]["leafUuid"] == uuid(5)


def test_line_with_a_dropped_block_keeps_the_others_and_its_fields() -> None:
    session = plain()
    session.user("next")
    session.assistant(text("I search."), NATIVE, reply="r")
    session.user("And?")
    records = repaired(session)
    kept = session.lines[8]
    kept["message"]["content"].pop()
    assert records == session.lines
    assert list(records[8]) == list(kept)


def test_unsigned_thinking_stays_where_it_was() -> None:
    session = plain()
    session.user("next")
    session.assistant(thought(signature=""), NATIVE, text("a"), reply="r")
    session.user("And?")
    assert repaired(session)[8]["message"]["content"] == [thought(signature=""), text("a")]


def test_blank_user_line_goes_with_nothing_left() -> None:
    session = plain()
    session.user("  ")
    session.assistant(text("ok"))
    records = repaired(session)
    assert [record["type"] for record in records[1:6]] == ["user", "assistant", "assistant", "user", "assistant"]
    assert chain(records)[-1] == uuid(7)


def test_message_without_any_block_is_dropped() -> None:
    session = plain()
    session.user("next")
    session.assistant()
    session.user("again")
    assert uuid(7) not in chain(repaired(session))


def test_changed_text_of_a_bare_line_stays_bare() -> None:
    session = plain()
    session.user("go")
    session.assistant(text("ok  "))
    assert repaired(session)[8]["message"]["content"] == [text("ok")]
    session = Session()
    session.user("a \ud800 b")
    session.raw(json.dumps(session.lines.pop()).encode())
    _, written = mended(session.data)
    assert lines(written)[0]["message"]["content"] == "a \ufffd b"


def test_result_that_came_late_is_moved_behind_its_call() -> None:
    session = Session()
    session.user("hi")
    session.assistant(call("toolu_1"))
    session.user([text("Look"), {"type": "tool_result", "tool_use_id": "toolu_1", "content": "done"}])
    session.assistant(text("ok"))
    done, _ = mended(session.data)
    records = repaired(session)
    assert [one["type"] for one in records[2]["message"]["content"]] == ["tool_result", "text"]
    assert done.changes


def test_broken_arguments_are_written_as_the_object_that_they_are() -> None:
    session = Session()
    session.user("hi")
    session.assistant({**call("toolu_1"), "input": '{"command": "ls"}'})
    session.result("toolu_1")
    assert repaired(session)[1]["message"]["content"] == [call("toolu_1")]


def test_renamed_ids_stay_on_the_wire() -> None:
    session = Session()
    session.user("hi")
    session.assistant(call("call_a|fc:1"))
    session.result("call_a|fc:1")
    done, written = mended(session.data)
    assert done.ids
    assert written == session.data


def test_answer_to_a_renamed_call_has_the_id_that_the_session_knows() -> None:
    session = Session()
    session.user("hi")
    session.assistant(call("call_a|fc:1"))
    done, written = mended(session.data)
    assert lines(written)[2]["message"]["content"][0]["tool_use_id"] == "call_a|fc:1"
    again = repair(render(load(written), TARGET), TARGET)
    assert {change.by for change in again.changes} == {"map_foreign_ids"}
    assert again.request == done.request


def test_media_of_a_failed_call_stand_behind_its_results() -> None:
    picture = {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}}
    session = Session()
    session.user("hi")
    session.assistant(call("toolu_1"))
    failed = {"type": "tool_result", "tool_use_id": "toolu_1", "content": [text("no"), picture], "is_error": True}
    session.user([failed])
    session.assistant(text("ok"))
    held = repaired(session)[2]["message"]["content"]
    assert [one["type"] for one in held] == ["tool_result", "image"]


def test_call_in_a_user_line_becomes_an_assistants_line() -> None:
    session = Session()
    session.user([text("hi"), call("toolu_1")])
    session.result("toolu_1")
    session.user("next")
    records = repaired(session)
    assert [record["type"] for record in records[:3]] == ["user", "assistant", "user"]
    assert len({record["uuid"] for record in records}) == len(records)


def test_two_records_on_one_line_are_parted_when_one_changes() -> None:
    session = plain()
    session.lines[6] = session.encoded[5] + session.encoded[6]
    session.lines[5] = b'{"type":"user", broken'
    session.user("  ", parent=uuid(5))
    _, written = mended(session.data)
    assert written.splitlines() == session.data.splitlines()[:-1]
    session.assistant(call("toolu_1"))
    _, written = mended(session.data)
    assert written.startswith(b"\n".join(session.encoded[:7]))


def test_cut_last_line_gets_an_end_so_that_the_client_can_go_on() -> None:
    session = plain()
    session.assistant(call("toolu_1"))
    data = session.data + b'{"parentUuid":"x","type":"us'
    _, written = mended(data)
    assert written.endswith(b'"us\n')
    assert repair(render(load(written), TARGET), TARGET).changes == []


def test_line_without_an_id_gets_one_where_another_must_name_it() -> None:
    session = plain()
    session.assistant(call("toolu_1"))
    del session.lines[-1]["uuid"]
    records = repaired(session)
    assert records[-1]["parentUuid"] == records[-2]["uuid"]


def test_records_without_bytes_are_written_as_lines() -> None:
    session = plain()
    session.assistant(call("toolu_1"))
    request = render(load(session.lines), TARGET)
    written = write_back(session.lines, request, repair(request, TARGET))
    assert written == mended(session.data)[1]
    assert write_back(session.lines, request, repair(request, TARGET, invent=False)).splitlines()


def test_what_a_compaction_hid_is_not_touched() -> None:
    session = Session()
    session.user("hi")
    session.assistant(call("toolu_old"))
    session.user("  ")
    session.add("system", parent=None, subtype="compact_boundary")
    session.user("summary", isCompactSummary=True)
    session.assistant(call("toolu_1"))
    records = repaired(session)
    assert records[:-1] == session.lines
    session.lines[-2]["message"]["content"] = "  "
    session.user("hi")
    assert repaired(session)[4]["parentUuid"] == uuid(4)


def test_end_that_is_dropped_beside_a_branch_raises() -> None:
    session = plain()
    fork = session.last
    session.user("a branch")
    session.user("  ", parent=fork)
    with pytest.raises(SendableError, match="would not read the session as it is meant"):
        mended(session.data)


def test_request_of_another_session_raises() -> None:
    session = plain()
    request = render(load(session.data), TARGET)
    other = Session()
    other.user("other")
    other.assistant(call("toolu_1"))
    changed = render(load(other.data), TARGET)
    with pytest.raises(SendableError, match="not rendered from this history"):
        write_back(session.data, changed, repair(changed, TARGET))
    assert write_back(session.data, request, repair(request, TARGET)) == session.data
