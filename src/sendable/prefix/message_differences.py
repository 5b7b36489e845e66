"""What differs between the messages of two requests, message by message and down to the field."""

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, NamedTuple

from sendable.prefix.alignment import Alignment, Gap, marks, pairs_in
from sendable.prefix.canonical import exact_message
from sendable.prefix.cost import Place
from sendable.prefix.doubts import JOINED, continued, doubt_of_messages
from sendable.prefix.fields import Spot, message_difference
from sendable.prefix.side import Side, keys_in_both
from sendable.wire.paths import Path

_CAST = ("user", "assistant", "system")


class Found(NamedTuple):
    """One difference, before anything is said of its cost.

    Attributes:
        kind, path, sure, what, gone: as in a `Difference`.
        place: the place in the later request from which on it matters.
    """

    kind: str
    path: Path
    sure: bool
    what: str
    place: Place
    gone: bool = False


class Sides(NamedTuple):
    """The messages of both requests."""

    one: Side
    other: Side

    @property
    def earlier(self) -> Sequence[Any]:
        """The messages of the earlier request."""
        return self.one.messages

    @property
    def later(self) -> Sequence[Any]:
        """The messages of the later request."""
        return self.other.messages

    def role(self, side: str, at: int) -> Any:
        """The role of a message; None when it has none."""
        message = (self.one if side == "earlier" else self.other).messages[at]
        return message.get("role") if isinstance(message, dict) else None

    def mark(self, side: str, at: int) -> Hashable:
        """What a message is known by although its text changed."""
        return marks((self.one if side == "earlier" else self.other).messages[at])


def message_differences(sides: Sides, alignment: Alignment, every: bool = True) -> Iterator[Found]:
    """All differences, in order.

    Args:
        sides: the messages.
        alignment: how they lie beside each other.
        every: look into each message that changed; else, behind one that certainly did, it is not said where.
    """
    moved = _Moved(sides, alignment.gaps)
    first: Place | None = None
    for gap in alignment.gaps:
        doubt = _doubt(sides, gap) if gap.earlier and gap.later else None
        if doubt is not None:
            yield doubt
            continue
        for i, j, at in _pairs(sides, gap):
            if i is not None and j is not None and i not in moved.earlier and j not in moved.later:
                look = first is None or (j, -1) < first
                found = [_changed(sides.earlier[i], sides.later[j], j) if look else _another(j)]
            else:
                found = list(_came_or_went(sides, i, j, at, moved))
            first = None if every else next((one.place for one in found if one.sure), first)
            yield from found


def _doubt(sides: Sides, gap: Gap) -> Found | None:
    """The whole gap as one difference of which nobody can be sure."""
    here = [sides.earlier[i] for i in gap.earlier]
    there = [sides.later[j] for j in gap.later]
    at = gap.later.start
    what = doubt_of_messages(here, there)
    if (
        not what
        and gap.earlier.stop == len(sides.earlier)
        and len(here) == len(there) == 1
        and continued(*here, *there)
    ):
        return Found("messages-joined", ("messages", at), False, JOINED, (at, -1))
    if not what:
        return None
    if what == JOINED:
        return Found("messages-joined", ("messages", at), False, what, (at, -1))
    for i, j in zip(gap.earlier, gap.later, strict=True):
        spot = message_difference(sides.earlier[i], sides.later[j])
        if spot is not None:
            return Found("message-changed", ("messages", j, *spot.path), False, what, _place(j, spot))
    return None


class _Moved:
    """The messages of the gaps that stand in both requests, at different places."""

    def __init__(self, sides: Sides, gaps: Sequence[Gap]) -> None:
        small = len(gaps) == 1 and min(len(gaps[0].earlier), len(gaps[0].later)) == 0
        old = [] if small else [i for gap in gaps for i in gap.earlier]
        new = [] if small else [j for gap in gaps for j in gap.later]
        here, there = (
            dict(zip(places, keys, strict=True))
            for places, keys in zip((old, new), keys_in_both(sides.one, old, sides.other, new), strict=True)
        )
        both = (set(here.values()) & set(there.values())) - {None}
        left = {here[i]: gap.later.start for gap in reversed(gaps) for i in gap.earlier if here.get(i) in both}
        self.earlier = {i for i, held in here.items() if held in both}
        self.later = {j: min(j, left[held]) for j, held in there.items() if held in both}
        """The messages of the later request, each with the first place that its move matters to."""


def _pairs(sides: Sides, gap: Gap) -> Iterator[tuple[int | None, int | None, int]]:
    """Which message of a gap stands for which, and where in the later request that is."""
    at = gap.later.start
    for i, j in pairs_in(gap, sides.mark, sides.role):
        yield i, j, at
        at = at if j is None else j + 1


def _came_or_went(sides: Sides, i: int | None, j: int | None, at: int, moved: _Moved) -> Iterator[Found]:
    if i is not None and _is_bare(sides.earlier[i]):
        yield Found("messages-joined", ("messages", i), False, JOINED, (at, -1), gone=True)
    elif i is not None and i not in moved.earlier:
        what = f"{_speaker(sides.role('earlier', i))} message was removed"
        yield Found("message-removed", ("messages", i), True, what, (at, -1), gone=True)
    if j is not None:
        yield _arrived(sides, j, moved)


def _is_bare(message: Any) -> bool:
    """Whether nothing but thinking is in a message: one that was split off from its neighbour."""
    return isinstance(message, dict) and bool(message.get("content")) and exact_message(message).get("content") == []


def _arrived(sides: Sides, j: int, moved: _Moved) -> Found:
    speaker = _speaker(sides.role("later", j))
    if _is_bare(sides.later[j]):
        return Found("messages-joined", ("messages", j), False, JOINED, (j, -1))
    if j in moved.later:
        what = f"{speaker} message stands elsewhere"
        return Found("message-reordered", ("messages", j), True, what, (moved.later[j], -1))
    return Found("message-inserted", ("messages", j), True, f"{speaker} message was inserted", (j, -1))


def _another(j: int) -> Found:
    return Found("message-changed", ("messages", j), True, "a message was changed", (j, -1))


def _changed(earlier: Any, later: Any, j: int) -> Found:
    objects = isinstance(earlier, dict) and isinstance(later, dict)
    spot = message_difference(earlier, later) if objects else None
    path = ("messages", j, *(spot.path if spot else ()))
    what = f"{_speaker(later.get('role') if isinstance(later, dict) else None)} message was changed: {_told(spot)}"
    return Found("message-changed", path, True, what, _place(j, spot or Spot(())))


def _told(spot: Spot | None) -> str:
    if spot is None:
        return "another value"
    if len(spot.path) == 2 and spot.path[0] == "content":
        return f"a block ({spot.kind}) was {spot.how}" if spot.kind.isidentifier() else f"a block was {spot.how}"
    article = "an" if spot.kind[:1] in tuple("aeiou") else "a"
    inside = f" of {article} {spot.kind} block" if spot.kind.isidentifier() else ""
    return f"a field{inside} was {spot.how}"


def _place(j: int, spot: Spot) -> Place:
    """From where on the difference matters: behind a block before the one that differs."""
    if len(spot.path) > 1 and spot.path[0] == "content" and isinstance(spot.path[1], int):
        return j, spot.path[1]
    return j, -1


def _speaker(role: Any) -> str:
    if role not in _CAST:
        return "a"
    return f"{'an' if role == 'assistant' else 'a'} {role}"
