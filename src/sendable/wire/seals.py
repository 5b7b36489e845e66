"""Stretches of a list that are known again by their JSON text, so that a longer list is seen to begin as a shorter did.

Nothing of the values is kept, and nothing that their owner changes in place goes unseen: the text is made anew each
time, which costs less than to compare the values. Each full stretch of a list has one seal, and each value behind the
last full stretch one of its own, whatever the way in which the list grew.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from sendable.wire.nulls import may_hold_null

STRETCH = 64


class Seal(NamedTuple):
    """What a JSON text is known by.

    Attributes:
        mark: its hash, of this process alone.
        size: its bytes; 0 where it needs escapes that the reader treats apart.
        nulls: whether it may hold a `null`, which may stand for a number that is none.
    """

    mark: int
    size: int
    nulls: bool


class Seals(msgspec.Struct, frozen=True):
    """The seals of a list; None stands for what has no JSON form, and is like nothing."""

    stretches: list[Seal | None]
    singles: list[Seal | None]

    @property
    def count(self) -> int:
        """How many values these are the seals of."""
        return len(self.stretches) * STRETCH + len(self.singles)

    @property
    def size(self) -> int | None:
        """Bytes of the values with the commas between them; None where nobody can say."""
        if not all(seal is not None and seal.size for part in (self.stretches, self.singles) for seal in part):
            return None
        # the text of a stretch has a bracket at each end
        held = sum(seal.size - 1 for seal in self.stretches if seal is not None)
        return max(held + sum(seal.size + 1 for seal in self.singles if seal is not None) - 1, 0)

    def with_nulls(self, values: Sequence[Any]) -> Iterator[Any]:
        """Those of the values in which a `null` may stand for a number that is none."""
        for at, seal in enumerate(self.stretches):
            if seal is None or seal.nulls:
                yield from values[at * STRETCH : (at + 1) * STRETCH]
        for at, seal in enumerate(self.singles, len(self.stretches) * STRETCH):
            if seal is None or seal.nulls:
                yield values[at]


NO_SEALS = Seals([], [])


def sealed(values: Sequence[Any], known: Seals = NO_SEALS) -> Seals:
    """The seals of a list.

    Args:
        values: the list.
        known: seals of its first values, which hold.
    """
    stretches = [*known.stretches]
    for at in range(len(stretches) * STRETCH, len(values) - STRETCH + 1, STRETCH):
        stretches.append(_seal(values[at : at + STRETCH]))
    start = len(stretches) * STRETCH
    singles = [*known.singles] if len(stretches) == len(known.stretches) else []
    singles += [_seal(value) for value in values[start + len(singles) :]]
    return Seals(stretches, singles)


def first(seals: Seals, count: int) -> Seals:
    """The seals of the first values: of so many, or of fewer where a stretch is longer than that."""
    full = count // STRETCH
    if full < len(seals.stretches):
        return Seals(seals.stretches[:full], [])
    return Seals(seals.stretches, seals.singles[: count - len(seals.stretches) * STRETCH])


def begins(values: Sequence[Any], known: Seals) -> Seals:
    """Those of the seals that hold for the first values of a list."""
    stretches: list[Seal | None] = []
    for at, seal in enumerate(known.stretches):
        if not _holds(seal, values[at * STRETCH : (at + 1) * STRETCH]):
            return Seals(stretches, [])
        stretches.append(seal)
    singles: list[Seal | None] = []
    for seal, value in zip(known.singles, values[len(stretches) * STRETCH :], strict=False):
        if not _holds(seal, value):
            break
        singles.append(seal)
    return Seals(stretches, singles)


def shared(one: Seals, other: Seals, values: Sequence[Any], made: dict[int, list[Seal | None]]) -> int:
    """How many first values two lists have in common, as far as their seals tell.

    Args:
        one, other: the seals of the lists.
        values: the other list.
        made: the single seals that were made of it on the way, to be handed in again for the same list.
    """
    full = _alike(one.stretches, other.stretches)
    start = full * STRETCH
    if full < len(one.stretches) or not one.singles:
        return start
    if full == len(other.stretches):
        return start + _alike(one.singles, other.singles)
    if full not in made:
        made[full] = [_seal(value) for value in values[start : start + STRETCH]]
    return start + _alike(one.singles, made[full])


def _alike(some: Sequence[Seal | None], others: Sequence[Seal | None]) -> int:
    count = 0
    for one, other in zip(some, others, strict=False):
        if one is None or one != other:
            break
        count += 1
    return count


def _seal(value: Any) -> Seal | None:
    text = _text(value)
    if isinstance(text, bytes):
        return Seal(hash(text), len(text), may_hold_null(text))
    return None if text is None else Seal(hash(text), 0, True)


def _holds(seal: Seal | None, value: Any) -> bool:
    """Whether a seal is the one of a value; whether there are nulls in it was found out when the seal was made."""
    text = None if seal is None else _text(value)
    return text is not None and seal is not None and seal.mark == hash(text)


def _text(value: Any) -> bytes | str | None:
    try:
        return msgspec.json.encode(value)
    except (UnicodeEncodeError, OverflowError):
        pass
    except (TypeError, ValueError, RecursionError):
        return None
    try:  # a lone surrogate, or a number of more than 64 bits
        return json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        return None
