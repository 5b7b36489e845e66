"""Where the thinking of a request stands, and what stands before it."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from sendable.prefix.canonical import is_thinking, signature_digest
from sendable.prefix.rolling import Point, Rolling, after
from sendable.wire.blocks import Block, Message
from sendable.wire.index import Index
from sendable.wire.kinds import THINKING

Json = dict[str, Any]


class Place(msgspec.Struct, frozen=True, gc=False):
    """A thinking block in a request.

    Attributes:
        block: the block.
        signature: digest of what was signed.
        message: the point in front of its message.
        before: the point behind the blocks of its own message that stand in front of it; thinking is none of them.
        previous: signature of the thinking block before it in the request; None for the first.
    """

    block: Block
    signature: bytes
    message: Point
    before: Point
    previous: bytes | None


def places(index: Index, rolling: Rolling, first: int = 0) -> list[Place]:
    """The thinking blocks of a request, in order.

    Args:
        index: the request.
        rolling: remembers the points of conversations.
        first: the messages before this one are only looked at for the chain.
    """
    points = index.once(rolling.points_in)
    found: list[Place] = []
    previous = last_thinking(index.messages[at].value for at in range(min(first, len(index.messages)) - 1, -1, -1))
    for number, message in enumerate(index.messages[first:], first):
        found += places_in(message, points[number], previous)
        previous = found[-1].signature if found else previous
    return found


def places_in(message: Message, point: Point, previous: bytes | None) -> list[Place]:
    """The thinking blocks of one message.

    Args:
        message: the message.
        point: the point in front of it.
        previous: signature of the thinking block before it.
    """
    found: list[Place] = []
    for block in message.blocks:
        if block.kind in THINKING:
            signature = signature_digest(block.value)
            before = _inside(point, message.value, message.blocks, block)
            found.append(Place(block, signature, point, before, previous))
            previous = signature
    return found


def last_thinking(messages: Iterable[Json]) -> bytes | None:
    """Signature of the last thinking block in some messages, which come the last one first."""
    for message in messages:
        content = message.get("content")
        for block in reversed(content) if isinstance(content, list) else ():
            if is_thinking(block):
                return signature_digest(block)
    return None


def _inside(point: Point, message: Json, blocks: Sequence[Block], until: Block) -> Point:
    """The point inside a message, in front of one of its blocks."""
    held = []
    for block in blocks:
        if block is until:
            break
        if block.kind not in THINKING:
            held.append(block.value)
    return after(point, {**message, "content": held}) if held else point
