"""How the thinking of a request stands, as far as it is known what it was made under."""

from collections.abc import Sequence
from typing import NamedTuple

from sendable.prefix.frames import Frame
from sendable.prefix.places import Place
from sendable.prefix.rolling import Point
from sendable.prefix.stores import Entry
from sendable.wire.blocks import Block


class Standing(NamedTuple):
    """What becomes of the thinking of a request.

    Attributes:
        failing: the blocks that fail, in order.
        sure: the last one that is known to stand where it was made: whatever a repair did in front of it, all there is
            as it was sent then. None where none is known to.
    """

    failing: list[Block]
    sure: Block | None = None


def entry_of(place: Place, frame: Frame, model: str, depth: int, previous: bytes | None) -> Entry:
    """What is remembered of a thinking block: what it was made under, by whom, and behind which other one."""
    return Entry(
        model=model,
        system=frame.system,
        tools=frame.tools,
        loose_system=frame.loose_system,
        loose_tools=frame.loose_tools,
        message=place.message.exact,
        before=place.before.exact,
        loose_before=place.before.loose,
        depth=depth,
        previous=previous,
    )


def is_exact(place: Place, entry: Entry, frame: Frame) -> bool:
    """Whether all that stands before a block is what it was made under."""
    return has_frame(entry, frame) and place.before.exact == entry.before


def has_frame(entry: Entry, frame: Frame) -> bool:
    """Whether system and tools are those that a block was made under."""
    return (frame.system, frame.tools) == (entry.system, entry.tools)


def begins_as_made(made: Sequence[bytes], now: Sequence[Point], messages: int) -> bool:
    """Whether the first messages are those that a block was made behind.

    Args:
        made: digests of the points behind each message at that time, the first in front of all.
        now: the points of the request.
        messages: how many.
    """
    return messages < min(len(made), len(now)) and made[messages] == now[messages].exact
