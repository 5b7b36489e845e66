"""What stands in front of all messages, as each thinking block was made under it: the system prompt and the tools.

A deferred tool is compared from where the history first refers to it; before that it is aside (documented in
build-with-claude/preserved-thinking, 2026-10-10). So a request has one frame, or one more for each place where deferred
tools are found. These are summed up, since what counts is the set.
"""

from bisect import bisect_left
from collections.abc import Iterable
from typing import Any

import msgspec

from sendable.prefix.canonical import (
    digest,
    exact_block,
    exact_system,
    exact_tools,
    loose_digest,
    loose_system,
    loose_tools,
    referenced_tools,
)
from sendable.prefix.cost import Place
from sendable.wire.around import once_around
from sendable.wire.index import Index

Json = dict[str, Any]

_SUMS = 1 << 128


class Frame(msgspec.Struct, frozen=True, gc=False):
    """Digests of the system prompt and of the set of tools."""

    system: bytes
    tools: bytes
    loose_system: bytes
    loose_tools: bytes


class Frames:
    """The frames of a request.

    Args:
        request: the body.
        messages: its messages, with those that are added to them; looked at only where tools wait to be found.
        first: the frame in front of them, where that was found already.
    """

    def __init__(self, request: Json, messages: Iterable[Any], first: Frame | None = None) -> None:
        self._first = first_frame(request) if first is None else first
        waiting = _waiting(request)
        self._places: list[Place] = []
        self._frames = [self._first]
        if waiting:
            self._find(waiting, messages)

    def at(self, message: int, position: int) -> Frame:
        """The frame of a block.

        Args:
            message: number of its message.
            position: of the block in it.
        """
        return self._frames[bisect_left(self._places, (message, position))] if self._places else self._first

    def _find(self, waiting: dict[str, list[Json]], messages: Iterable[Any]) -> None:
        exact = loose = 0
        for place, names in _found(set(waiting), messages):
            tools = [tool for name in names for tool in waiting[name]]
            exact = (exact + _sum(map(digest, tools))) % _SUMS
            loose = (loose + _sum(map(loose_digest, loose_tools(tools)))) % _SUMS
            frame = msgspec.structs.replace(
                self._first,
                tools=digest([self._first.tools.hex(), f"{exact:x}"]),
                loose_tools=digest([self._first.loose_tools.hex(), f"{loose:x}"]),
            )
            self._places.append(place)
            self._frames.append(frame)


def frames_in(index: Index) -> Frames:
    """The frames of a request that was sorted."""
    return Frames(index.request, (message.value for message in index.messages), once_around(index, first_frame))


def defers(request: Json) -> bool:
    """Whether some tools of a request wait to be found, so that its blocks may have several frames."""
    tools = request.get("tools")
    return isinstance(tools, list) and any(isinstance(tool, dict) and tool.get("defer_loading") for tool in tools)


def first_frame(request: Json) -> Frame:
    """The frame before any deferred tool is found."""
    system = exact_system(request)
    tools = exact_tools(request)
    return Frame(
        digest(system or None),
        digest(sorted(digest(tool).hex() for tool in tools)),
        loose_digest(loose_system(system) or None),
        digest([loose_digest(tool).hex() for tool in loose_tools(tools)]),
    )


def _waiting(request: Json) -> dict[str, list[Json]]:
    """The deferred tools by name."""
    tools = request.get("tools")
    waiting: dict[str, list[Json]] = {}
    for tool in tools if isinstance(tools, list) else ():
        if isinstance(tool, dict) and tool.get("defer_loading"):
            waiting.setdefault(str(tool.get("name")), []).append(exact_block(tool))
    return waiting


def _found(left: set[str], messages: Iterable[Any]) -> Iterable[tuple[Place, set[str]]]:
    """Where names are first referred to, in order; it ends with the last of them."""
    for at, message in enumerate(messages):
        content = message.get("content")
        for position, block in enumerate(content if isinstance(content, list) else ()):
            names = referenced_tools(block) & left
            if names:
                yield (at, position), names
                left -= names
        if not left:
            return


def _sum(digests: Iterable[bytes]) -> int:
    return sum(int.from_bytes(one, "big") for one in digests)
