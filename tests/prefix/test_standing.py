import pytest

from sendable import Ledger
from sendable.prefix.frames import frames_in
from sendable.prefix.places import places
from sendable.prefix.rolling import Point, Rolling
from sendable.prefix.standing import begins_as_made, entry_of, has_frame, is_exact
from sendable.wire.build import assistant, cached, request, text, thinking, user
from sendable.wire.index import Index

MODEL = "claude-opus-5-5"
FIRST = request(user("a"), model=MODEL, system="s")
ANSWER = assistant(thinking(signature="AAAA"), text("b"))
LAST = assistant(thinking(signature="BBBB"), text("d"))
WHOLE = {**FIRST, "messages": [*FIRST["messages"], ANSWER, user("c"), LAST, user("e")]}
OTHER_FORM = {**WHOLE, "messages": [*WHOLE["messages"][:2], user(text("c")), *WHOLE["messages"][3:]]}


def ledger() -> Ledger:
    made = Ledger()
    made.record(FIRST, ANSWER)
    made.record({**WHOLE, "messages": WHOLE["messages"][:3]}, LAST)
    return made


@pytest.mark.parametrize(
    ("made", "now", "messages", "begins"),
    [
        ([b"0", b"1", b"2"], [b"0", b"1", b"3"], 1, True),
        ([b"0", b"1", b"2"], [b"0", b"1", b"3"], 2, False),
        ([b"0", b"1"], [b"0", b"1", b"2"], 2, False),
        ([], [b"0"], 0, False),
        ([b"0"], [b"0", b"1"], 0, True),
    ],
)
def test_messages_are_the_same_up_to_a_point(made: list[bytes], now: list[bytes], messages: int, begins: bool) -> None:
    assert begins_as_made(made, [Point(name, b"") for name in now], messages) is begins


def test_a_block_stands_exactly_where_it_was_made() -> None:
    frames = frames_in(Index(WHOLE))
    place = places(Index(WHOLE), Rolling())[1]
    at = place.block.message, place.block.position
    entry = entry_of(place, frames.at(*at), MODEL, 3, None)
    assert is_exact(place, entry, frames.at(*at))
    moved = places(Index(OTHER_FORM), Rolling())[1]
    assert not is_exact(moved, entry, frames.at(*at))
    other = frames_in(Index({**WHOLE, "system": "t"})).at(*at)
    assert (has_frame(entry, frames.at(*at)), has_frame(entry, other)) == (True, False)
    assert not is_exact(place, entry, other)


def test_the_last_block_that_is_known_to_hold_is_told() -> None:
    index = Index(WHOLE)
    standing = ledger().standing(index)
    assert (standing.failing, standing.sure) == ([], index.blocks("thinking")[1])
    assert Ledger().standing(index) == ([], None)


@pytest.mark.parametrize(("changed", "failing"), [(None, [3]), (0, []), (2, []), (3, [3]), (9, [3])])
def test_a_doubt_is_settled_by_what_is_as_it_was(changed: int | None, failing: list[int]) -> None:
    """The user message in front of the last answer has another form, which is open by itself."""
    index = Index(OTHER_FORM)
    first, last = index.blocks("thinking")
    standing = ledger().standing(index, [last], changed=changed)
    assert [block.message for block in standing.failing] == failing
    assert standing.sure is (first if failing else last)
    assert ledger().standing(index).failing == []


def test_other_system_prompts_keep_the_doubt() -> None:
    """A list of one text for a bare string is another form of the prompt, too."""
    index = Index({**OTHER_FORM, "system": [cached(text("s"))]})
    blocks = index.blocks("thinking")
    standing = ledger().standing(index, blocks, changed=0)
    assert (standing.failing, standing.sure) == (list(blocks), None)
