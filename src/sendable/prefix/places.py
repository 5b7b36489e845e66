"""Where the thinking of a request stands, and what stands before it."""

from collections.abc import Sequence
from typing import Any

import msgspec

from sendable.prefix.canonical import (
    digest,
    exact_system,
    exact_tools,
    is_thinking,
    loose_system,
    loose_tools,
    referenced_tools,
    signature_digest,
)
from sendable.prefix.rolling import Point, Rolling, after
from sendable.wire.index import Block, Index, Message
from sendable.wire.kinds import THINKING

Json = dict[str, Any]


class Frame(msgspec.Struct, frozen=True, gc=False):
    """What stands in front of all messages: digests of the system prompt and of the set of tools."""

    system: bytes
    tools: bytes
    loose_system: bytes
    loose_tools: bytes


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


def frame_of(index: Index) -> Frame:
    """The digests of system and tools.

    A deferred tool counts from where it is found on, in the exact form alone: what was made before that is not bound
    to it, and whether what was made behind it is bound to all of it nobody says.
    """
    return _frame(index.request, referenced_tools(index) if _defers(index.request) else frozenset())


def frame_of_body(request: Json) -> Frame:
    """The same for a body that nobody sorted; it is sorted only where tools wait to be found."""
    return frame_of(Index(request)) if _defers(request) else _frame(request, frozenset())


def _frame(request: Json, referenced: frozenset[str]) -> Frame:
    system = exact_system(request)
    tools = exact_tools(request, referenced)
    return Frame(
        digest(system or None),
        digest(sorted(digest(tool).hex() for tool in tools)),
        digest(loose_system(system) or None),
        digest([digest(tool).hex() for tool in loose_tools(exact_tools(request, frozenset()))]),
    )


def _defers(request: Json) -> bool:
    tools = request.get("tools")
    return isinstance(tools, list) and any(isinstance(tool, dict) and tool.get("defer_loading") for tool in tools)


def places(index: Index, rolling: Rolling, first: int = 0) -> list[Place]:
    """The thinking blocks of a request, in order.

    Args:
        index: the request.
        rolling: remembers the points of conversations.
        first: the messages before this one are only looked at for the chain.
    """
    messages = [message.value for message in index.messages]
    points = index.once(rolling.points_in)
    found: list[Place] = []
    previous = last_thinking(messages[:first])
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


def last_thinking(messages: Sequence[Json]) -> bytes | None:
    """Signature of the last thinking block in some messages."""
    for message in reversed(messages):
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
