from typing import Any

from sendable import Target, repair
from sendable.render import render
from sendable.sources.pydantic_ai import entries, traced
from sendable.sources.pydantic_ai_back_layout import Layout, Piece
from sendable.sources.wire_places import aligned
from tests.shapes.pydantic_ai import call, native, request, response, result, said, stored, text_part, user

TARGET = Target(model="claude-sonnet-4-5")


def layout_of(history: list[Any]) -> Layout:
    conversation, places = traced(entries(stored(history)))
    sent = render(conversation, TARGET)
    parts = {at: places[message][part] for at, (message, part) in aligned(conversation, sent).items()}
    return Layout(sent, repair(sent, TARGET), parts)


def outline(pieces: list[Piece]) -> list[tuple[Any, bool]]:
    return [(piece.place, piece.same) for piece in pieces]


def test_every_block_of_a_clean_history_is_where_it_was() -> None:
    layout = layout_of([user("Hi", "there"), response(text_part("Yes"), call()), request(result("x"))])
    assert layout.before == {0: [(0, 0, 0), (0, 0, 1)], 1: [(1, 0, None), (1, 1, None)], 2: [(2, 0, None)]}
    assert {at: [piece.place for piece in pieces] for at, pieces in layout.now.items()} == layout.before
    assert all(piece.same for pieces in layout.now.values() for piece in pieces)


def test_dropped_block_is_nowhere() -> None:
    layout = layout_of([user("Hi"), response(text_part("Yes"), native()), user("More")])
    assert outline(layout.now[1]) == [((1, 0, None), True)]


def test_block_that_was_put_in_goes_with_its_neighbours() -> None:
    layout = layout_of([user("Hi"), response(call(), call("toolu_b")), request(result("x"))])
    assert outline(layout.now[2]) == [((2, 0, None), True), (None, False)]


def test_message_that_was_put_in_stands_behind_the_one_before_it() -> None:
    layout = layout_of([user("Hi"), response(call("odd|id"))])
    ((role, pieces),) = layout.new[1]
    assert (role, outline(pieces)) == ("user", [(None, False)])
    assert pieces[0].block["tool_use_id"] == "odd|id"


def test_edited_block_knows_what_it_was() -> None:
    layout = layout_of([user("Hi"), said("Once "), user("More"), said("upon ")])
    (piece,) = layout.now[3]
    assert (piece.place, piece.same, piece.former) == ((3, 0, None), False, {"type": "text", "text": "upon "})


def test_results_of_two_requests_stay_in_theirs() -> None:
    asked = response(call(), call("toolu_b"))
    layout = layout_of([user("Hi"), asked, request(result("x", "toolu_b")), request(result("y"))])
    assert [outline(layout.now[at]) for at in (2, 3)] == [[((2, 0, None), True)], [((3, 0, None), True)]]
