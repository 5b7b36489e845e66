from typing import Any

from sendable.prefix.scope import Scope, newest_compaction, scope_of
from sendable.prefix.side import Side
from tests.prefix.conversations import answered, said, words

ASKED = {"role": "assistant", "content": [{"type": "compaction", "content": "x", "signature": "s"}]}
HELD = [said("a"), answered("s1"), said("b"), answered("s2"), said("c")]


def threshold(key: str) -> dict[str, Any]:
    return {"role": "assistant", "content": [words("old"), {"type": "compaction", "content": "x"}, words(key)]}


def scoped(earlier: list[Any], later: list[Any]) -> Scope:
    return scope_of(Side(earlier), Side(later))


def test_without_compaction_all_is_compared() -> None:
    assert scoped(HELD, HELD) == Scope()


def test_the_same_block_starts_the_comparison_on_both_sides() -> None:
    both = [*HELD, threshold("k"), said("d")]
    assert scoped(both, [*both[4:], answered("t"), said("e")]) == Scope((5, 1), (1, 1), open=True)


def test_new_block_behind_everything_leaves_nothing_to_compare() -> None:
    assert scoped(HELD, [*HELD, threshold("k")]) == Scope((5, -1), (5, 1), compacted=True, open=True)


def test_block_in_place_of_the_head_starts_at_what_was_kept() -> None:
    assert scoped(HELD, [ASKED, *HELD[3:], answered("t")]) == Scope((3, -1), (1, -1), compacted=True)
    edited = [{**HELD[3], "content": [*HELD[3]["content"], words("more")]}, HELD[4]]
    assert scoped(HELD, [ASKED, *edited]) == Scope((3, -1), (1, -1), compacted=True)


def test_conditions_of_what_was_kept_are_named() -> None:
    assert "role" in scoped([*HELD[:3], said("again"), answered("t")], [ASKED, said("again"), answered("t")]).fault
    system = {"role": "system", "content": "x"}
    assert "system" in scoped([*HELD[:3], system, HELD[3]], [ASKED, system, HELD[3]]).fault
    beside = {"role": "assistant", "content": [*ASKED["content"], words("x")]}
    assert "beside" in scoped(HELD, [beside, *HELD[3:]]).fault


def test_newest_block_is_found() -> None:
    assert newest_compaction(Side([threshold("a"), said("b"), threshold("c")])) == (2, 1)
    assert newest_compaction(Side([said('"compaction"'), None, 1])) is None
