from sendable.prefix.canonical import signature_digest
from sendable.prefix.places import places
from sendable.prefix.rolling import START, Rolling, after
from sendable.wire.build import assistant, request, text, thinking, user
from sendable.wire.index import Index

HELD = request(user("a"), assistant(thinking(signature="A"), text("b"), thinking(signature="B")), user("c"))


def test_a_place_knows_what_stands_before_it() -> None:
    first, second = places(Index(HELD), Rolling())
    start = after(START, user("a"))
    assert first.message == first.before == second.message == start
    assert second.before == after(start, assistant(text("b")))
    assert (first.previous, second.previous) == (None, signature_digest(thinking(signature="A")))


def test_blocks_before_the_first_message_asked_for_are_left_out_but_for_the_chain() -> None:
    grown = {**HELD, "messages": [*HELD["messages"], assistant(thinking(signature="C"), text("d"))]}
    [place] = places(Index(grown), Rolling(), first=3)
    assert place.previous == signature_digest(thinking(signature="B"))
