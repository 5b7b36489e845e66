"""Which messages of a later request are those of an earlier one: the stretches between equal messages.

Linear: equal messages are passed one by one, a small change is bridged by looking a few messages ahead, and only where
that fails are the rest of both requests compared by the text of what counts.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from sendable.prefix.anchors import anchors
from sendable.prefix.canonical import digest, exact_message
from sendable.prefix.encoding import encoded
from sendable.prefix.side import Side, keys_in_both

# How a small change may be bridged: so many messages of the earlier request stand for so many of the later one.
_STEPS = ((1, 1), (1, 0), (0, 1), (2, 0), (0, 2), (2, 2), (2, 1), (1, 2), (3, 0), (0, 3), (4, 0), (0, 4))
_AHEAD = 2
"""Equal messages that must follow, so that two that are alike by chance bridge nothing."""

_LEAPS = 8
"""How often all messages are looked through for where a long stretch ends."""


class Gap(NamedTuple):
    """Messages of the earlier request, and what stands in their place in the later one."""

    earlier: range
    later: range


class Alignment(NamedTuple):
    """How two lists of messages lie beside each other.

    Attributes:
        gaps: where they differ, in order.
        end: index in the later list behind the last message that belongs to the earlier one.
        other_bytes: pairs of messages that are equal as values but not in their bytes.
        touched: pairs of equal messages whose thinking or breakpoints differ.
    """

    gaps: list[Gap]
    end: int
    other_bytes: list[tuple[int, int]]
    touched: list[tuple[int, int]]


def align(one: Side, other: Side, starts: tuple[int, int] = (0, 0)) -> Alignment:
    """Lay two lists of messages beside each other, from two places on."""
    i, j = starts
    earlier, later, raw, raws = one.messages, other.messages, one.raw, other.raw
    count, others = len(earlier), len(later)
    found = Alignment([], 0, [], [])
    ahead: Iterator[tuple[int, int]] | None = None
    leaps = 0
    while i < count and j < others:
        if raw[i] == raws[j]:
            i, j = i + 1, j + 1
            continue
        if same_message(earlier[i], later[j]):
            (found.other_bytes if earlier[i] == later[j] else found.touched).append((i, j))
            i, j = i + 1, j + 1
            continue
        step = _bridge(one, other, i, j)
        if step is None and leaps < _LEAPS:
            leaps += 1
            step = _leap(one, other, i, j)
        if step is not None:
            found.gaps.append(Gap(range(i, i + step[0]), range(j, j + step[1])))
            i, j = i + step[0], j + step[1]
            continue
        if ahead is None:
            ahead = iter([(i + a, j + b) for a, b in anchors(raw[i:], raws[j:])])
        to = next((pair for pair in ahead if pair[0] >= i and pair[1] >= j), None)
        if to is None:
            return _tail(one, other, found, (i, j))
        here, there = _between(one, other, found, (range(i, to[0]), range(j, to[1])))
        if here or there:
            found.gaps.append(Gap(here, there))
        i, j = to
    if i < count:
        found.gaps.append(Gap(range(i, count), range(j, j)))
    return found._replace(end=j)


def may_differ_in(mark: bytes, one: Side, other: Side, alignment: Alignment) -> bool:
    """Whether a byte string stands in a message that is not on both sides; cheaper than to look through all."""
    for gap in alignment.gaps:
        if any(mark in one.raw[i] for i in gap.earlier) or any(mark in other.raw[j] for j in gap.later):
            return True
    return any(mark in raw for raw in other.raw[alignment.end :])


def same_message(here: Any, there: Any) -> bool:
    """Whether two messages are the same to the API: values, thinking and breakpoints aside."""
    if not isinstance(here, dict) or not isinstance(there, dict):
        return same(here, there)
    if here.get("role") != there.get("role"):
        return False
    return same(exact_message(here), exact_message(there))


def same(here: Any, there: Any) -> bool:
    """Whether two JSON values are the same: `True` is no 1 here, and 1 is no 1.0."""
    return here is there or (here == there and (encoded(here) == encoded(there) or digest(here) == digest(there)))


def _bridge(one: Side, other: Side, i: int, j: int) -> tuple[int, int] | None:
    """How many messages of each side to go past, so that equal ones follow; None when no small step does."""
    earlier, later = one.messages, other.messages
    for gone, come in _STEPS:
        ahead = min(_AHEAD, len(earlier) - i - gone, len(later) - j - come)
        if ahead <= 0 or (gone > come and ahead < _AHEAD):
            continue
        if all(_equal(one, other, i + gone + k, j + come + k) for k in range(ahead)):
            return gone, come
    left = len(earlier) - i
    if left <= _AHEAD and _roles(earlier[i:]) == _roles(later[j : j + left]):
        return left, left
    return None


def _leap(one: Side, other: Side, i: int, j: int) -> tuple[int, int] | None:
    """How many messages were cut out, or put in, in one piece; each try looks through all messages."""
    for gone, come in ((_place(one.raw, other.raw[j], i) - i, 0), (0, _place(other.raw, one.raw[i], j) - j)):
        here, there = i + gone, j + come
        if gone < 0 or come < 0 or min(len(one.raw) - here, len(other.raw) - there) < _AHEAD:
            continue
        if one.raw[here : here + _AHEAD] == other.raw[there : there + _AHEAD]:
            return gone, come
    return None


def _place(raw: Sequence[bytes], held: bytes, start: int) -> int:
    """Where a message stands from a place on; -1 when it does not."""
    try:
        return raw.index(held, start)
    except ValueError:
        return -1


def _equal(one: Side, other: Side, i: int, j: int) -> bool:
    return one.raw[i] == other.raw[j] or same_message(one.messages[i], other.messages[j])


def _roles(messages: Sequence[Any]) -> list[Any]:
    return [message.get("role") if isinstance(message, dict) else None for message in messages]


def _tail(one: Side, other: Side, found: Alignment, start: tuple[int, int]) -> Alignment:
    """Align the rest, where no message has the same bytes as one of the other side."""
    rest = range(start[0], len(one.messages)), range(start[1], len(other.messages))
    here, there = _between(one, other, found, rest)
    end = there.start
    if here:
        # Of the tail that stands for what is missing which has the same roles; what was moved is not missing.
        moved = set(map(other.key, range(start[1], end)))
        missing = [one.messages[at] for at in here if not moved or one.key(at) not in moved]
        end += _alike(_roles(missing), _roles(other.messages[end:]))
        found.gaps.append(Gap(here, range(there.start, end)))
    return found._replace(end=end)


def _between(one: Side, other: Side, found: Alignment, stretch: tuple[range, range]) -> tuple[range, range]:
    """Align a stretch by what counts of each message; gives what is left behind the last that both sides have."""
    here, there = _pass(one, other, found, stretch)
    if not here or not there:
        return here, there
    first = here.start, there.start
    for a, b in anchors(*keys_in_both(one, here, other, there)):
        to = first[0] + a, first[1] + b
        left = _pass(one, other, found, (range(here.start, to[0]), range(there.start, to[1])))
        if left[0] or left[1]:
            found.gaps.append(Gap(*left))
        here, there = _pass(one, other, found, (range(to[0], here.stop), range(to[1], there.stop)))
    return here, there


def _pass(one: Side, other: Side, found: Alignment, stretch: tuple[range, range]) -> tuple[range, range]:
    """Go past equal messages at the start of a stretch, noting in what they differ all the same."""
    i, j = stretch[0].start, stretch[1].start
    while i < stretch[0].stop and j < stretch[1].stop and _equal(one, other, i, j):
        if one.raw[i] != other.raw[j]:
            (found.other_bytes if one.messages[i] == other.messages[j] else found.touched).append((i, j))
        i, j = i + 1, j + 1
    return range(i, stretch[0].stop), range(j, stretch[1].stop)


def _alike(roles: Sequence[Any], others: Sequence[Any]) -> int:
    count = 0
    for role, other in zip(roles, others, strict=False):
        if role != other:
            break
        count += 1
    return count


def marks(message: Any) -> Hashable:
    """What a message is known by although its text changed: the ids of calls in it; None when it holds none."""
    content = message.get("content") if isinstance(message, dict) else None
    if not isinstance(content, list):
        return None
    for block in content:
        if isinstance(block, dict):
            name = block.get("tool_use_id") or block.get("id") or block.get("signature")
            if isinstance(name, str):
                return str(message.get("role")), name
    return None


def pairs_in(
    gap: Gap, key: Callable[[str, int], Hashable], role: Callable[[str, int], Any]
) -> list[tuple[int | None, int | None]]:
    """Which message of a gap stands for which: those with the same mark, then those of the same role in order.

    Args:
        gap: where two requests differ.
        key: the mark of a message, by side ("earlier", "later") and index.
        role: the role of a message, likewise.
    """
    known = anchors([key("earlier", i) for i in gap.earlier], [key("later", j) for j in gap.later])
    found: list[tuple[int | None, int | None]] = []
    ends = [(-1, -1), *known, (len(gap.earlier), len(gap.later))]
    for before, after in pairwise(ends):
        if before[0] >= 0:
            found.append((gap.earlier[before[0]], gap.later[before[1]]))
        found += _by_role(gap.earlier[before[0] + 1 : after[0]], gap.later[before[1] + 1 : after[1]], role)
    return found


def _by_role(earlier: range, later: range, role: Callable[[str, int], Any]) -> list[tuple[int | None, int | None]]:
    found: list[tuple[int | None, int | None]] = []
    j = 0
    for i in earlier:
        ahead = j
        while ahead < len(later) and ahead < j + 2 and role("later", later[ahead]) != role("earlier", i):
            ahead += 1
        if ahead < len(later) and ahead < j + 2:
            found += [(None, later[k]) for k in range(j, ahead)]
            found.append((i, later[ahead]))
            j = ahead + 1
        else:
            found.append((i, None))
    return [*found, *((None, later[k]) for k in range(j, len(later)))]
