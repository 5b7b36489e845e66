from typing import Any

from sendable.sources.claude_code_lines import records_of
from sendable.sources.claude_code_tree import Tree, told_faults
from sendable.sources.stored import stored
from tests.sources.sessions import Session, call, plain, text, uuid


def tree_of(session: Session) -> Tree:
    return Tree(records_of(stored(session.data))[0])


def way(session: Session) -> list[int]:
    return [node.record.number for node in tree_of(session).way]


def faults(session: Session) -> list[tuple[str, str]]:
    tree = tree_of(session)
    return [(one.path, one.what) for one in (*tree.lost, *told_faults(tree.way))]


def talk() -> Session:
    session = Session()
    session.user("1")
    session.assistant(text("2"))
    session.user("3")
    session.assistant(text("4"))
    return session


def test_way_leads_from_the_root_to_the_newest() -> None:
    assert way(talk()) == [1, 2, 3, 4]
    assert faults(talk()) == []


def test_record_without_an_id_still_leads_on() -> None:
    session = talk()
    del session.lines[1]["uuid"]
    assert way(session) == [1, 2, 3, 4]
    assert faults(session) == [("line 3", "a record whose parent is in no line: taken to follow the one before it")]


def test_missing_parent_falls_back_to_the_order_of_the_file() -> None:
    session = talk()
    del session.lines[1]
    assert way(session) == [1, 2, 3]
    assert [path for path, _ in faults(session)] == ["line 2"]
    session = talk()
    del session.lines[2]["parentUuid"]
    assert way(session) == [1, 2, 3, 4]
    assert faults(session) == [("line 3", "a record that names no parent: taken to follow the one before it")]


def test_missing_start_is_told() -> None:
    session = talk()
    del session.lines[0]
    assert way(session) == [1, 2, 3]
    assert faults(session) == [("line 1", "what came before this record, whose parent is in no line")]


def test_repeated_record_counts_once() -> None:
    session = talk()
    session.lines.insert(2, session.lines[1])
    assert way(session) == [1, 3, 4, 5]
    assert faults(session) == []


def test_of_two_records_with_one_id_the_later_counts() -> None:
    session = talk()
    session.lines.insert(1, {**session.lines[1], "message": {"role": "assistant", "content": [text("old")]}})
    assert way(session) == [1, 3, 4, 5]
    assert faults(session) == [("line 2", "a record whose id stands again in line 3")]


def test_snapshot_with_the_id_of_a_message_takes_no_place() -> None:
    session = talk()
    session.meta("file-history-snapshot", uuid=uuid(2), messageId=uuid(2), parentUuid=None, snapshot={})
    assert way(session) == [1, 2, 3, 4]
    assert faults(session) == []


def test_ring_of_parents_ends() -> None:
    session = talk()
    session.lines[0]["parentUuid"] = uuid(4)
    assert way(session) == [1, 2, 3, 4]
    assert faults(session) == [("line 1", "what came before this record, whose parents form a ring")]


def test_own_parent_is_no_parent() -> None:
    session = talk()
    session.lines[2]["parentUuid"] = uuid(3)
    assert way(session) == [1, 2, 3, 4]


def test_odd_names_in_what_a_compaction_kept_are_passed_over() -> None:
    kept: Any
    for kept in ({"headUuid": [], "tailUuid": {}}, [], {"headUuid": "x", "tailUuid": uuid(2)}):
        session = plain()
        metadata: Any = {"preservedSegment": kept}
        session.add("system", parent=None, subtype="compact_boundary", compactMetadata=metadata)
        session.user("summary", isCompactSummary=True)
        assert way(session) == [9]


def test_lines_of_one_reply_are_one_turn() -> None:
    session = talk()
    session.assistant(call("toolu_1"), reply="r")
    session.assistant(call("toolu_2"), reply="r")
    turns = [[node.record.number for node in turn] for turn in tree_of(session).turns()]
    assert turns == [[1], [2], [3], [4], [5, 6]]


def test_long_sessions_are_walked_in_linear_time() -> None:
    session = Session()
    for _ in range(300):
        session.user("x")
        for _ in range(30):
            session.add("progress", data={})
    assert len(tree_of(session).way) == 9_270
