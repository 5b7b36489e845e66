from sendable.prefix.canonical import signature_digest
from sendable.prefix.places import frame_of, places
from sendable.prefix.rolling import START, Rolling, after
from sendable.wire.build import assistant, cached, request, text, thinking, tool, user
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


def test_the_frame_is_system_and_tools_without_marks() -> None:
    plain = frame_of(Index(request(user("a"), system=[text("s")], tools=[tool("a"), tool("b")])))
    marked = frame_of(Index(request(user("a"), system=[cached(text("s"))], tools=[cached(tool("a")), tool("b")])))
    assert plain == marked
    bare = frame_of(Index(request(user("a"), system="s", tools=[tool("b"), tool("a")])))
    assert bare.system != plain.system
    assert (bare.loose_system, bare.loose_tools, bare.tools) == (plain.loose_system, plain.loose_tools, plain.tools)


def test_no_system_and_no_tools_are_a_frame_too() -> None:
    assert frame_of(Index(request(user("a")))) == frame_of(Index(request(user("a"), system=[], tools=[])))
