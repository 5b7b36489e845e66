"""Where the blocks of a request came from: which part of the conversation, and which block before the repair.

For write-back. Both are found again rather than recorded: rendering keeps the order of what it writes, and every block
can be held against its part, so a request of another conversation is noticed.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, Protocol

from sendable.conversation import (
    MEDIA,
    CachePoint,
    Conversation,
    Message,
    NativeCall,
    NativeResult,
    Part,
    RedactedThinking,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Verbatim,
)
from sendable.errors import SendableError
from sendable.wire.origins import Origins
from sendable.wire.paths import Path

Json = dict[str, Any]
At = tuple[int, int]
"""Places of a message and of a part, or of a block, in it."""
Relation = Literal["same", "edited", "new"]


class Outcome(Protocol):
    """What is needed of a repair."""

    @property
    def request(self) -> Any:
        """The repaired request."""
        ...

    @property
    def origins(self) -> Origins:
        """Where its parts stood before."""
        ...

    @property
    def ids(self) -> dict[str, dict[str, str]]:
        """What it renamed."""
        ...


def blocks_of(message: Mapping[str, Any]) -> list[Json]:
    """The blocks of a message; a bare string is one text block."""
    content = message.get("content")
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list | tuple) else []


def aligned(conversation: Conversation, request: Json) -> dict[At, At]:
    """For each block of a rendered request the part that it came from.

    Raises:
        SendableError: the request was not rendered from this conversation.
    """
    walk = _Walk(request)
    leading = True
    for at, message in enumerate(conversation.messages):
        leading = leading and message.role == "system"
        if not leading:
            walk.message(at, message)
    return walk.done()


class _Walk:
    """Goes along the parts of a conversation and the blocks of its request together."""

    def __init__(self, request: Json) -> None:
        self._blocks = deque(_numbered(request))
        self._found: dict[At, At] = {}
        self._waiting: deque[tuple[At, Part]] = deque()

    def message(self, at: int, message: Message) -> None:
        """Find the blocks of one message; what a system message said may stand further on."""
        for part_at, part in enumerate(message.parts):
            if isinstance(part, CachePoint):
                continue
            while self._waiting and self._take(*self._waiting[0]):
                self._waiting.popleft()
            if self._take((at, part_at), part) or _may_vanish(part):
                continue
            if message.role != "system":
                raise SendableError(f"messages.{at}.parts.{part_at}: the request was not rendered from this history")
            self._waiting.append(((at, part_at), part))

    def done(self) -> dict[At, At]:
        """What was found."""
        while self._waiting and self._take(*self._waiting[0]):
            self._waiting.popleft()
        if self._waiting or self._blocks:
            raise SendableError("the request was not rendered from this history")
        return self._found

    def _take(self, at: At, part: Part) -> bool:
        if not self._blocks or not _is_of(part, self._blocks[0][1]):
            return False
        self._found[self._blocks.popleft()[0]] = at
        return True


def _numbered(request: Json) -> Iterator[tuple[At, Json]]:
    for at, message in enumerate(request["messages"]):
        for block_at, block in enumerate(blocks_of(message)):
            yield (at, block_at), block


def _may_vanish(part: Part) -> bool:
    """Whether a part may be rendered as nothing: what another provider wrote, or nobody signed."""
    return isinstance(part, Thinking | RedactedThinking | NativeCall | NativeResult | Verbatim)


def _is_of(part: Part, block: Json) -> bool:
    """Whether a block may be what a part was rendered as."""
    kind = block.get("type")
    if isinstance(part, MEDIA):
        return kind in ("image", "document")
    return _IS_OF[type(part)](part, block, kind) if type(part) in _IS_OF else False


def _is_thinking(part: Thinking, block: Json, kind: Any) -> bool:
    if part.provider == "anthropic" and part.signature:
        return bool(kind == "thinking" and block.get("signature") == part.signature)
    return bool(kind == "text" and block.get("text") == part.text)


def _is_native(part: NativeCall | NativeResult, block: Json, kind: Any) -> bool:
    if part.provider == "anthropic" and part.block:
        return bool(kind == part.block.get("type"))
    told = str(block.get("text"))
    return bool(kind == "text" and told.startswith("[") and f" {part.tool}" in told)


_IS_OF: dict[type, Callable[[Any, Json, Any], bool]] = {
    Text: lambda part, block, kind: kind == "text" and block.get("text") == part.text,
    ToolCall: lambda part, block, kind: kind == "tool_use" and block.get("id") == part.id,
    ToolResult: lambda part, block, kind: kind == "tool_result" and block.get("tool_use_id") == part.call_id,
    Thinking: _is_thinking,
    RedactedThinking: lambda part, block, kind: kind == "redacted_thinking" and block.get("data") == part.data,
    NativeCall: _is_native,
    NativeResult: _is_native,
    Verbatim: lambda part, _block, kind: bool(kind == part.block.get("type")),
}


class Former:
    """The blocks of a request before its repair, and where those after it came from.

    Args:
        request: the request as it was rendered.
        repaired: its repair.
    """

    def __init__(self, request: Json, repaired: Outcome) -> None:
        self._blocks = [blocks_of(message) for message in request["messages"]]
        self._origins = repaired.origins
        places = [(at, block) for at, block in _numbered(request) if not _is_bare(request, at)]
        seen = Counter(id(block) for _, block in places)
        # an object that stands at several places tells nothing
        self._known = {id(block): at for at, block in places if seen[id(block)] == 1}

    def message(self, at: int) -> int | None:
        """The former place of a message; None for one that the repair put in."""
        path, is_new = self._origin(("messages", at))
        place = path[1] if len(path) == 2 else None
        return place if isinstance(place, int) and not is_new else None

    def block(self, at: At, block: Json) -> tuple[At | None, Relation]:
        """The former place of a block, or of the one that it replaced or stands beside, and which of these it is."""
        if id(block) in self._known:
            return self._known[id(block)], "same"
        path, is_new = self._origin(("messages", at[0], "content", at[1]))
        message, place = path[1] if len(path) > 1 else None, path[3] if len(path) > 3 else 0
        if not isinstance(message, int) or not isinstance(place, int) or message >= len(self._blocks):
            return None, "new"
        held = self._blocks[message]
        if place >= len(held):
            return None, "new"
        if not is_new:
            return (message, place), "same" if block == held[place] else "edited"
        return (message, place), "same" if unmarked(block) == unmarked(held[place]) else "new"

    def value(self, at: At) -> Json:
        """The former block at a place."""
        return self._blocks[at[0]][at[1]]

    def _origin(self, path: Path) -> tuple[Path, bool]:
        """The former path, and whether what stands there now was put there by the repair."""
        return self._origins.of(path), self._origins.is_new(path)


def unmarked(block: Json) -> Json:
    """A block without its cache breakpoint."""
    return {name: value for name, value in block.items() if name != "cache_control"}


def _is_bare(request: Json, at: At) -> bool:
    return isinstance(request["messages"][at[0]].get("content"), str)
