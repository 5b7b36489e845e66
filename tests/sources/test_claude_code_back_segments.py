from typing import Any

from sendable.render import render
from sendable.repair.repair import repair
from sendable.sources.claude_code import traced
from sendable.sources.claude_code_back_segments import Segments, known_ids, restored
from sendable.targets import Target
from tests.sources.sessions import MODEL, Session, call, text

TARGET = Target(model=MODEL)


def segments(session: Session, **options: Any) -> Segments:
    held = traced(session.data)
    request = render(held.conversation, TARGET)
    return Segments(held, request, repair(request, TARGET, **options))


def test_each_line_of_a_message_is_a_segment_and_new_results_have_their_own() -> None:
    session = Session()
    session.user("hi")
    session.assistant(text("I look."), reply="r")
    session.assistant(call("toolu_1"), reply="r")
    session.user("And?")
    found = segments(session)
    numbers = [one.node.record.number if one.node is not None else None for one in found.order]
    assert numbers == [1, 2, 3, None, 4]
    assert found.gone == set()
    assert found.order[3].is_new_results
    assert found.content(found.order[0], first=True) == "hi"
    assert {one.reply for one in found.order[1:3]} == {"r"}


def test_line_of_which_nothing_is_left_is_gone() -> None:
    session = Session()
    session.user("hi")
    session.result("toolu_gone")
    session.user("next")
    assert {node.record.number for node in segments(session).gone} == {2}


def test_foreign_ids_are_put_back_and_made_up_ones_kept() -> None:
    ids = {
        "ids": {"a_1": "a|1", "b_2": "toolu_b", "c_3": "c.", "c_4": "c.", "d_5": ""},
        "names": {"n_1": "n.", "u": ""},
    }
    assert known_ids(ids) == {"ids": {"a_1": "a|1"}, "names": {"n_1": "n."}}


def test_ids_and_names_are_restored_wherever_they_stand() -> None:
    ids = {"ids": {"a_1": "a|1"}, "names": {"n_1": "n."}}
    used = {"type": "tool_use", "id": "a_1", "name": "n_1", "input": {"id": "a_1"}}
    assert restored(used, ids) == {"type": "tool_use", "id": "a|1", "name": "n.", "input": {"id": "a_1"}}
    found = {"type": "tool_reference", "tool_name": "n_1"}
    result = {"type": "tool_result", "tool_use_id": "a_1", "content": [found, "odd"]}
    old = {"type": "tool_reference", "tool_name": "n."}
    assert restored(result, ids) == {"type": "tool_result", "tool_use_id": "a|1", "content": [old, "odd"]}
    for other in (text("a_1"), {"type": "tool_use", "id": 3}, {"type": "tool_result", "content": None}):
        assert restored(other, ids) is other
