"""Find the thinking blocks of a request again: in longer requests of the conversation, and in the repaired one."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence

from sendable.prefix.canonical import signature_digest
from sendable.wire.blocks import Block, Message
from sendable.wire.grown import once_each
from sendable.wire.index import Index
from sendable.wire.kinds import THINKING
from sendable.wire.paths import Path


def thinking_of(index: Index) -> list[Block]:
    """The thinking blocks of a request, in order; found once for each index, and not to be changed."""
    return once_each(index, _thinking)


def thinking_keys(index: Index) -> dict[Path, str]:
    """Each thinking block by its path: the digest of its signature, and which one with that signature it is."""
    return index.once(_keys)


def same_thinking(before: Index, now: Index) -> bool:
    """Whether two requests hold the identical thinking blocks, in the same order."""
    if before is now:
        return True
    one, other = thinking_of(before), thinking_of(now)
    return len(one) == len(other) and all(a.value is b.value for a, b in zip(one, other, strict=True))


def _thinking(message: Message) -> list[Block]:
    return [block for block in message.blocks if block.kind in THINKING]


def _keys(index: Index) -> dict[Path, str]:
    found: dict[Path, str] = {}
    seen: Counter[str] = Counter()
    for block in thinking_of(index):
        name = signature_digest(block.value).hex()
        seen[name] += 1
        found[block.path] = name if seen[name] == 1 else f"{name}:{seen[name]}"
    return found


def found_again(before: Sequence[Block], now: Sequence[Block]) -> list[int | None]:
    """For each thinking block of a repaired request which one of the blocks before it is; None where it is none.

    They keep their order. It is the same object, or else has the same signature.
    """
    same = _places(before, lambda block: id(block.value))
    alike: dict[object, list[int]] | None = None
    found: list[int | None] = []
    start = 0
    for block in now:
        place = _from(same.get(id(block.value), ()), start)
        if place is None:
            alike = _places(before, _signature) if alike is None else alike
            place = _from(alike.get(_signature(block), ()), start)
        start = start if place is None else place + 1
        found.append(place)
    return found


def _signature(block: Block) -> bytes:
    return signature_digest(block.value)


def _places(blocks: Sequence[Block], name: Callable[[Block], object]) -> dict[object, list[int]]:
    """Where blocks of each name stand, in order."""
    places: dict[object, list[int]] = {}
    for at, block in enumerate(blocks):
        places.setdefault(name(block), []).append(at)
    return places


def _from(places: Sequence[int], start: int) -> int | None:
    """The first of the places that is not before one."""
    at = bisect_left(places, start)
    return places[at] if at < len(places) else None
