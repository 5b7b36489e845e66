"""What differs between the thinking of two requests: removed from the middle, back again, moved, reworded."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sendable.prefix.alignment import Alignment
from sendable.prefix.chain import Break, Links
from sendable.prefix.cost import Place
from sendable.prefix.thoughts import Thought

ALLOWED = {
    "start": "thinking was removed from the start, which breaks nothing",
    "end": "thinking was removed from the end, which breaks nothing",
    "all": "all thinking was removed, which breaks nothing",
}


class ThinkingDifference(NamedTuple):
    """One difference.

    Attributes:
        kind: thinking-removed, thinking-returned, thinking-reordered, thinking-moved or thinking-edited.
        path: the block; for one that is gone in the earlier request.
        what: in words.
        place: where it stands, or stood, in the later request.
        first: number of the first thinking block of the later request that it makes stale; None for none.
        sure, gone: as in a `Difference`.
    """

    kind: str
    path: str
    what: str
    place: Place
    first: int | None
    sure: bool = True
    gone: bool = False


class Counterparts:
    """Which message of the later request is which of the earlier one."""

    def __init__(self, alignment: Alignment, starts: tuple[int, int]) -> None:
        self._gaps = alignment.gaps
        self._starts = starts
        self._edges = [gap.earlier.start for gap in alignment.gaps]

    def changed(self, at: int) -> bool:
        """Whether the message itself differs, or is gone."""
        number = bisect_right(self._edges, at) - 1
        return number >= 0 and at < self._gaps[number].earlier.stop

    def may_be(self, at: int, later: int) -> bool:
        """Whether a message of the later request can stand for one of the earlier."""
        number = bisect_right(self._edges, at) - 1
        if number >= 0 and at < self._gaps[number].earlier.stop:
            return later in self._gaps[number].later
        return self.of(at) == later

    def of(self, at: int) -> int | None:
        """The message of the later request; None when it is gone."""
        number = bisect_right(self._edges, at) - 1
        if number < 0:
            return at - self._starts[0] + self._starts[1]
        gap = self._gaps[number]
        if at < gap.earlier.stop:
            inside = at - gap.earlier.start
            return gap.later[inside] if inside < len(gap.later) else None
        return at - gap.earlier.stop + gap.later.stop


def thinking_differences(
    earlier: Sequence[Thought],
    later: Sequence[Thought],
    alignment: Alignment,
    starts: tuple[int, int],
    answer: Sequence[Thought] | None = None,
) -> Iterator[ThinkingDifference]:
    """All differences, in no order; `answer` is the thinking of the response to the earlier request, where known."""
    if not earlier and not (later and later[0].place[0] < alignment.end):
        return
    counterparts = Counterparts(alignment, starts)
    links = Links()
    links.learn_thoughts(earlier, alignment.end, answer or ())
    breaks = links.breaks(later, alignment.end)
    sides = _Sides(earlier, later, counterparts)
    for found in breaks:
        told = sides.broken(found)
        if told is not None:
            yield told
    yield from _of_blocks(earlier, later, counterparts)
    yield from _allowed(earlier, later, counterparts, breaks)


def _last_outside(held: Sequence[Thought], keys: set[str]) -> list[Thought | None]:
    """For each block, and for the end, the last one before it whose key is none of these."""
    found: list[Thought | None] = [None]
    for thought in held:
        found.append(found[-1] if thought.key in keys else thought)
    return found


class _Sides:
    """The thinking of both requests, and what stands where."""

    def __init__(self, earlier: Sequence[Thought], later: Sequence[Thought], counterparts: Counterparts) -> None:
        self.earlier, self.later, self.counterparts = earlier, later, counterparts
        self.numbers = {thought.key: at for at, thought in enumerate(earlier)}
        kept = {thought.key for thought in later}
        # For each block of the earlier request the last one before it that is gone, and for each of the later request
        # the last one before it that was not there.
        self.gone = _last_outside(earlier, kept)
        self.new = _last_outside(later, set(self.numbers))

    def broken(self, found: Break) -> ThinkingDifference | None:
        """The difference that a break is; None where a whole message came or went, which is told as that."""
        here = self.later[found.at]
        if found.why == "removed":
            return self._removed(found)
        if found.why == "order":
            what = "thinking blocks stand in another order"
            return ThinkingDifference("thinking-reordered", here.path, what, here.place, found.at)
        back = self.new[found.at]
        if back is None or not _has_place(back, self.counterparts, self.earlier):
            return None
        what = "a thinking block is there that was not when those behind it were made; one that was removed stays out"
        return ThinkingDifference("thinking-returned", back.path, what, back.place, found.at)

    def _removed(self, found: Break) -> ThinkingDifference | None:
        """The last block in front of the break that is gone."""
        gone = self.gone[self.numbers.get(self.later[found.at].key, len(self.earlier))]
        message = None if gone is None else self.counterparts.of(gone.place[0])
        if gone is None or message is None:
            return None
        what = "a thinking block was removed from the middle of the run"
        return ThinkingDifference("thinking-removed", gone.path, what, (message, gone.place[1]), found.at, gone=True)


def _has_place(thought: Thought, counterparts: Counterparts, earlier: Sequence[Thought]) -> bool:
    """Whether the message of a block stands in the earlier request too (else the message was inserted)."""
    last = earlier[-1].place[0] if earlier else 0
    low, high = 0, last
    while low <= high:
        middle = (low + high) // 2
        at = counterparts.of(middle)
        if at is None:
            high -= 1
        elif at == thought.place[0]:
            return True
        elif at < thought.place[0]:
            low = middle + 1
        else:
            high = middle - 1
    return False


def _of_blocks(
    earlier: Sequence[Thought], later: Sequence[Thought], counterparts: Counterparts
) -> Iterator[ThinkingDifference]:
    """Blocks that are there still, but elsewhere in their message or with another text."""
    held = {thought.key: thought for thought in earlier if thought.key}
    for number, thought in enumerate(later):
        before = held.get(thought.key)
        if before is None or before.value is thought.value:
            continue
        if not counterparts.may_be(before.place[0], thought.place[0]):
            what = "a thinking block stands in another message"
            yield ThinkingDifference("thinking-moved", thought.path, what, thought.place, number)
        elif before.before != thought.before and not counterparts.changed(before.place[0]):
            what = "a thinking block stands elsewhere among the blocks of its message"
            yield ThinkingDifference("thinking-moved", thought.path, what, thought.place, number)
        if _text(before.value) != _text(thought.value):
            what = "the text of a thinking block is another one; in the latest turn the API refuses that as modified"
            yield ThinkingDifference("thinking-edited", thought.path, what, thought.place, number, sure=False)


def _text(block: dict[str, Any]) -> Any:
    return block.get("thinking")


def _allowed(
    earlier: Sequence[Thought], later: Sequence[Thought], counterparts: Counterparts, breaks: Sequence[Break]
) -> Iterator[ThinkingDifference]:
    """Removals that break nothing, and still change what the cache holds."""
    kept = {thought.key for thought in later}
    gone = [at for at, thought in enumerate(earlier) if thought.key not in kept]
    if not gone or breaks:
        return
    first = next((earlier[at] for at in gone if not counterparts.changed(earlier[at].place[0])), None)
    message = None if first is None else counterparts.of(first.place[0])
    if first is not None and message is not None:
        where = "all" if len(gone) == len(earlier) else "start" if gone[0] == 0 else "end"
        place = message, first.place[1]
        yield ThinkingDifference("thinking-removed", first.path, ALLOWED[where], place, None, gone=True)
