from typing import Any

import pytest

from sendable import Ledger, Target, check, repair
from sendable.prefix.rolling import Rolling
from sendable.repair.edited_since import HEX, points_kept
from sendable.wire.build import assistant, request, text, thinking, tool, user

Json = dict[str, Any]

DROP_BLOCK = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}


def conversation(turns: int, **fields: Any) -> Json:
    said = [user("Question 0")]
    for turn in range(turns):
        said += [assistant(thinking(signature=f"SIG{turn:05}"), text(f"Answer {turn}")), user(f"Question {turn + 1}")]
    return request(*said, **{"model": "claude-opus-5-5", "system": "a", **fields})


def edited(at: int, turns: int) -> Json:
    held = conversation(turns)
    held["messages"][at] = user("Another question")
    return held


SENT, LATER = conversation(3), conversation(4)
STATE = repair(SENT).state


@pytest.mark.parametrize("later", [{"system": "b"}, {"tools": [tool()]}, {"system": None}])
def test_another_frame_is_settled_by_the_state_alone(later: Json) -> None:
    repaired = repair({**LATER, **later}, state=STATE)
    assert repaired.request["thinking"] == DROP_BLOCK
    assert repaired.cost["thinking"] == {"kept": 0, "lost": 4}
    assert repaired.state["drop_block"]


@pytest.mark.parametrize(("at", "kept"), [(0, 0), (2, 1), (4, 2), (6, 3)])
def test_thinking_in_front_of_an_edited_message_stays(at: int, kept: int) -> None:
    repaired = repair(edited(at, 4), Target(betas=[]), state=STATE)
    left = [block["signature"] for message in repaired.request["messages"] for block in thinking_in(message)]
    assert left == [f"SIG{turn:05}" for turn in range(kept)]
    assert repaired.cost["thinking"] == {"kept": kept, "lost": 4 - kept}
    assert repaired.accepted


def thinking_in(message: Json) -> list[Json]:
    content = message["content"]
    return [block for block in content if block["type"] == "thinking"] if isinstance(content, list) else []


@pytest.mark.parametrize("later", [LATER, SENT, conversation(2), conversation(1)])
def test_what_was_appended_to_or_cut_stays_as_it_is(later: Json) -> None:
    assert repair(later, Target(betas=[]), state=STATE).request is later


def test_another_answer_stays_where_nothing_in_front_of_it_changed() -> None:
    other = {**SENT, "messages": [*SENT["messages"][:5], assistant(thinking(signature="NEWW"), text("b")), user("c")]}
    assert repair(other, Target(betas=[]), state=STATE).request is other


def test_the_ledger_knows_better() -> None:
    ledger = Ledger()
    held = {**LATER, "system": "b"}
    for at in range(1, 9, 2):
        ledger.record({**held, "messages": held["messages"][:at]}, held["messages"][at])
    assert repair(held, state=STATE, ledger=ledger).request is held
    assert repair(held, state=STATE).request is not held


def test_an_edit_of_a_settled_conversation_stays_settled() -> None:
    repaired = repair({**LATER, "system": "b"}, Target(betas=[]), state=STATE)
    longer = {**conversation(5), "system": "b"}
    again = repair(longer, Target(betas=[]), state=repaired.state)
    assert again.request["messages"][:9] == repaired.request["messages"]
    assert again.cost["thinking"] == {"kept": 1, "lost": 4}


def test_models_that_do_not_check_keep_everything() -> None:
    held = {**LATER, "system": "b", "model": "claude-sonnet-4-5"}
    assert repair(held, state=STATE).request is held
    assert check(held) == []


@pytest.mark.parametrize("fields", [{"thread": {"type": "continue", "previous_message_id": "msg_1"}}])
def test_what_the_server_holds_is_not_judged(fields: Json) -> None:
    later = {**request(user("Hi"), assistant(thinking(), text("a")), user("b"), model="claude-opus-5-5"), **fields}
    assert repair(later, state=STATE).request is later


def test_few_points_are_kept_of_a_long_conversation() -> None:
    points = Rolling().points(conversation(5000)["messages"])
    kept = points_kept(points)
    places = [int(one.partition(":")[0]) for one in kept]
    assert places[:10] == [10001, 10000, 9999, 9998, 9997, 9996, 9995, 9994, 9992, 9988]
    assert len(kept) < 24
    assert kept == [f"{at}:{points[at].exact.hex()[:HEX]}" for at in places]
    assert points_kept(points[:1]) == []
