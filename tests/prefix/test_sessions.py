from typing import Any

from sendable.prefix.sessions import Seat, Sessions
from tests.prefix.conversations import answered, request, said, words


def seats(*requests: dict[str, Any]) -> list[Seat]:
    sessions = Sessions()
    return [sessions.seat(one) for one in requests]


def test_requests_that_grow_side_by_side_are_two_conversations() -> None:
    one, other = [said("a"), answered("s"), said("b")], [said("x"), answered("t"), said("y")]
    found = seats(request(*one[:1]), request(*other[:1]), request(*one), request(*other))
    assert found == [Seat(0, None), Seat(1, None), Seat(0, 0), Seat(1, 1)]


def test_edited_request_follows_the_latest_that_shares_most() -> None:
    grown = [said("a"), answered("s"), said("b"), answered("t"), said("c")]
    edited = [*grown[:2], said("b!"), *grown[3:], answered("u"), said("d")]
    found = seats(request(*grown[:1]), request(*grown[:3]), request(*grown), request(*edited))
    assert found[-1] == Seat(0, 2)


def test_the_same_question_under_another_system_prompt_is_another_conversation() -> None:
    found = seats(request(said("hi"), system="one"), request(said("hi"), system="two"))
    assert [seat.session for seat in found] == [0, 1]
    parallel = seats(
        request(said("hi"), system="one"),
        request(said("hi"), system="two"),
        request(said("hi"), answered("s"), said("b"), system="one"),
    )
    assert parallel[-1] == Seat(0, 0)


def test_changed_system_prompt_of_an_answered_conversation_stays_in_it() -> None:
    found = seats(request(said("hi"), system="10:41"), request(said("hi"), answered("s"), said("b"), system="10:42"))
    assert found[-1] == Seat(0, 0)


def test_changed_first_message_is_known_by_its_thinking() -> None:
    grown = [said("a"), answered("s"), said("b")]
    found = seats(request(*grown), request(said("a!"), *grown[1:], answered("t"), said("c")), request(said("z")))
    assert [seat.session for seat in found] == [0, 0, 1]


def test_response_makes_its_calls_known() -> None:
    sessions = Sessions()
    call = {"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}}
    sessions.seat(request(said("a")), [words("x"), call])
    assert sessions.seat(request(said("a!"), {"role": "assistant", "content": [call]}, said("b"))) == Seat(0, 0)


def test_odd_messages_have_a_place() -> None:
    assert seats({}, {"messages": 1}, {"messages": [None, 1]})[0] == Seat(0, None)
