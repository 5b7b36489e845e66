"""What it costs when the prompt cache cannot be read from a place on: bytes, and a rough number of tokens.

The cache is an unchanged prefix in the order tools, system, messages (documented in build-with-claude/prompt-caching,
2026-10-08). Tokens are estimated: four bytes each, and a fixed number for an image or a document, whose base64 text
says nothing of what it costs.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec

from sendable.prefix.encoding import encoded
from sendable.wire.paths import Path

BYTES_A_TOKEN = 4
MEDIA_TOKENS = 1600
"""About what a large image costs; a document of several pages costs more."""

Place: TypeAlias = tuple[int, int]
"""A message and a block in it; block -1 is the message as a whole."""

TOOLS: Place = (-2, -1)
SYSTEM: Place = (-1, -1)
MESSAGES: Place = (0, -1)


class Restart(msgspec.Struct, frozen=True):
    """From where on the prompt cache cannot be read any more.

    Attributes:
        path: the first part of the later request that is paid again: `tools`, `system`, or a message or block.
        bytes: how much is paid again that could have been read: from there to where the earlier request ended.
        tokens: the same in tokens, estimated.
    """

    path: str
    bytes: int
    tokens: int

    def as_json(self) -> dict[str, Any]:
        """The restart as reports write it."""
        return {"path": self.path, "bytes": self.bytes, "tokens": self.tokens}


class Size(msgspec.Struct, frozen=True):
    """Bytes of a value as JSON, and about how many tokens it is."""

    bytes: int
    tokens: int


def size_of(value: Any) -> Size:
    """The size of a JSON value; nothing for None."""
    if value is None:
        return Size(0, 0)
    return size_in(encoded(value), value)


def size_in(raw: bytes, value: Any) -> Size:
    """The size of a JSON value whose bytes are at hand."""
    length = len(raw)
    media = [len(data) for data in _media(value)] if length > MEDIA_TOKENS and b'"base64"' in raw else []
    return Size(length, (length - sum(media)) // BYTES_A_TOKEN + MEDIA_TOKENS * len(media))


def _media(value: Any) -> list[str]:
    """The base64 texts of the images and documents in a message, a block, or a list of them."""
    found: list[str] = []
    left = [value]
    while left:
        held = left.pop()
        if isinstance(held, list):
            left += held
        elif isinstance(held, dict):
            source = held.get("source")
            if isinstance(source, dict) and source.get("type") == "base64" and isinstance(source.get("data"), str):
                found.append(source["data"])
            left += [held.get("content"), source]
    return found


class Sizes:
    """The sizes of the parts of a request, added up when they are first asked for.

    Args:
        request: the body that is paid.
        raw: the bytes of each of its messages.
        end: how many of its messages the earlier request held too; the others are new and paid in any case.
    """

    def __init__(self, request: dict[str, Any], raw: Sequence[bytes], end: int) -> None:
        self.request = request
        self.raw = raw
        self.end = end
        self._behind: list[tuple[int, int]] | None = None

    def restart(self, place: Place) -> Restart:
        """What is paid again when the cache ends before a place."""
        message, block = place
        count, tokens = self._rest(message + 1 if message >= 0 else 0)
        for size in self._head(message, block):
            count += size.bytes
            tokens += size.tokens
        return Restart(_told(place), count, tokens)

    def _head(self, message: int, block: int) -> list[Size]:
        """The parts before the whole messages: tools and system, or the rest of the message itself."""
        if message < 0:
            fields = ("tools", "system") if message == TOOLS[0] else ("system",)
            return [size_of(self.request.get(field)) for field in fields]
        if message >= self.end:
            return []
        held = self._messages()[message]
        content = held.get("content") if isinstance(held, dict) else None
        return [size_of(content[block:] if isinstance(content, list) and block > 0 else held)]

    def _rest(self, start: int) -> tuple[int, int]:
        if self._behind is None:
            self._behind = [(0, 0)]
            messages = self._messages()
            for at in range(self.end - 1, -1, -1):
                size = size_in(self.raw[at], messages[at])
                count, tokens = self._behind[-1]
                self._behind.append((count + size.bytes, tokens + size.tokens))
        left = max(len(self._behind) - 1 - start, 0)
        return self._behind[left]

    def _messages(self) -> list[Any]:
        held = self.request.get("messages")
        return held if isinstance(held, list) else []


def _told(place: Place) -> str:
    message, block = place
    if message < 0:
        return "tools" if message == TOOLS[0] else "system"
    return f"messages.{message}" if block < 0 else f"messages.{message}.content.{block}"


def place_of(path: Path) -> Place:
    """The place that a path of a request lies in; a parameter lies in none and is taken as the messages."""
    if path[:1] == ("tools",):
        return TOOLS
    if path[:1] == ("system",):
        return SYSTEM
    if path[:1] != ("messages",) or len(path) < 2 or not isinstance(path[1], int):
        return MESSAGES
    block = path[3] if len(path) > 3 and path[2] == "content" and isinstance(path[3], int) else -1
    return path[1], block
