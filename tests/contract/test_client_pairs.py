from typing import Any

from sendable import check, repair
from sendable.contract.client_pairs import client_pairs, exchanges, reported_turn
from sendable.wire.blocks import Block
from sendable.wire.build import assistant, request, system, text, tool_result, tool_use, user
from sendable.wire.index import Index

Json = dict[str, Any]


def index_of(*messages: Json) -> Index:
    return Index(request(*messages))


def ids(blocks: list[Block]) -> list[Any]:
    return [block.value.get("id", block.value.get("tool_use_id")) for block in blocks]


def test_a_call_is_answered_by_the_result_right_behind_it() -> None:
    pairs = client_pairs(index_of(user("Hi"), assistant(tool_use()), user(tool_result())))
    [exchange] = pairs.exchanges
    assert (ids(exchange.calls), ids(exchange.leading), exchange.unanswered) == (["toolu_1"], ["toolu_1"], [])
    assert (pairs.unanswered, pairs.orphans, pairs.repeats) == ([], [], [])


def test_messages_of_one_role_are_one_turn() -> None:
    calls = (assistant(tool_use("a")), assistant(tool_use("b")))
    pairs = client_pairs(index_of(*calls, user(tool_result("b")), user(tool_result("a"), text("Go on."))))
    [exchange] = pairs.exchanges
    assert (ids(exchange.calls), ids(exchange.leading)) == (["a", "b"], ["b", "a"])
    assert pairs.unanswered == []


def test_a_result_behind_other_content_answers_nothing() -> None:
    pairs = client_pairs(
        index_of(assistant(tool_use("a"), tool_use("b")), user(tool_result("a"), "x", tool_result("b")))
    )
    [exchange] = pairs.unanswered
    assert (ids(exchange.leading), ids(exchange.later), ids(exchange.unanswered)) == (["a"], ["b"], ["b"])
    assert pairs.orphans == []


def test_a_call_at_the_end_is_unanswered_and_has_no_answer() -> None:
    [exchange] = client_pairs(index_of(user("Hi"), assistant(tool_use()))).unanswered
    assert exchange.answer is None


def test_a_system_message_parts_a_call_from_its_result() -> None:
    pairs = client_pairs(index_of(assistant(tool_use()), system("Be brief."), user(tool_result())))
    assert (len(pairs.unanswered), len(pairs.orphans)) == (1, 1)


def test_a_result_of_an_older_turn_is_an_orphan() -> None:
    messages = (assistant(tool_use()), user(tool_result()), assistant("Hm."), user("x", tool_result()))
    [orphan] = client_pairs(index_of(*messages)).orphans
    assert (orphan.block.message, orphan.turn.number, orphan.at) == (3, 3, 1)


def test_a_second_result_of_one_id_is_a_repeat_at_its_place_in_the_turn() -> None:
    messages = (assistant(tool_use()), user(tool_result()), user("x", tool_result()))
    [repeat] = client_pairs(index_of(*messages)).repeats
    assert (repeat.block.message, repeat.at) == (2, 2)


def test_the_same_id_in_two_turns_is_no_repeat() -> None:
    once = (assistant(tool_use()), user(tool_result()))
    pairs = client_pairs(index_of(*once, *once))
    assert (len(pairs.exchanges), pairs.unanswered, pairs.orphans, pairs.repeats) == (2, [], [], [])


def test_results_without_ids_repeat_nothing() -> None:
    pairs = client_pairs(index_of(assistant(tool_use(), tool_use("b")), user(*[tool_result(None)] * 2)))  # type: ignore[arg-type]
    assert (len(pairs.orphans), pairs.repeats) == (2, [])


def test_ids_of_any_json_type_are_no_obstacle() -> None:
    for odd in (None, 5, True, ["a"], {"a": 1}):
        index = index_of(assistant(tool_use(odd)), user(tool_result(odd)))  # type: ignore[arg-type]
        assert client_pairs(index).repeats == []


def test_pairs_are_sorted_once() -> None:
    index = index_of(assistant(tool_use()), user(tool_result()))
    assert exchanges(index) is exchanges(index)


def test_the_reported_turn_counts_one_more_when_the_assistant_begins() -> None:
    assert reported_turn(index_of(assistant("Hi"), user("Hi")), 1) == 2
    assert reported_turn(index_of(user("Hi"), assistant("Hi")), 1) == 1


CONTINUED = {"type": "continue", "previous_message_id": "msg_1"}


def test_results_of_a_continued_thread_answer_calls_that_are_not_shown() -> None:
    held = request(user(tool_result()), thread=CONTINUED)
    assert [finding.rule for finding in check(held)] == []
    assert repair(held).request is held


def test_a_later_stray_result_of_a_continued_thread_is_still_one() -> None:
    held = request(user("Hi"), assistant("Hello."), user(tool_result()), thread=CONTINUED)
    assert [finding.rule for finding in check(held)] == ["tool-result-orphan"]


def test_a_thread_that_begins_is_judged_like_any_request() -> None:
    held = request(user(tool_result()), thread={"type": "create"})
    assert [finding.rule for finding in check(held)] == ["tool-result-orphan"]
