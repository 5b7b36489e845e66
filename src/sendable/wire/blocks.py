"""The parts of a request that rules and passes look at, each with the place where it stands."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec

from sendable.wire.paths import Path

SYSTEM = -1
TOOLS = -2
_ROOTS: dict[int, str] = {SYSTEM: "system", TOOLS: "tools"}

Json: TypeAlias = dict[str, Any]

# Where the blocks nested in a block stand.
NESTS: dict[str, tuple[str, ...]] = {
    "tool_result": ("content",),
    "document": ("source", "content"),
    "search_result": ("content",),
    "mcp_tool_result": ("content",),
    "tool_search_tool_result": ("content", "tool_references"),
}


class Block(msgspec.Struct, frozen=True, gc=False, eq=False):
    """A block and where it stands.

    Attributes:
        value: the JSON object; for text given as a bare string, an object made for it.
        kind: its `type`, "" when it has none.
        message: index of its message, or SYSTEM or TOOLS.
        position: index in the list that holds it; -1 when it is the bare string itself.
        parent: the block that it is nested in, else None.
    """

    value: Json
    kind: str
    message: int
    position: int
    parent: "Block | None" = None

    @property
    def path(self) -> Path:
        """Where the block stands in the request."""
        if self.parent is not None:
            return (*self.parent.path, *NESTS[self.parent.kind], self.position)
        if self.message < 0:
            root: Path = (_ROOTS[self.message],)
        else:
            root = ("messages", self.message, "content")
        return root if self.position < 0 else (*root, self.position)


class Message(msgspec.Struct, frozen=True, gc=False, eq=False):
    """One entry of `messages`; `turn` is the number of the turn that it belongs to."""

    value: Json
    role: str
    at: int
    turn: int
    blocks: list[Block]

    @property
    def path(self) -> Path:
        """Where the message stands in the request."""
        return ("messages", self.at)


class Turn(msgspec.Struct, frozen=True, gc=False, eq=False):
    """Consecutive messages of one role, which the API merges before it judges pairing."""

    role: str
    number: int
    messages: list[Message]

    @property
    def blocks(self) -> list[Block]:
        """The blocks of all its messages, in order."""
        if len(self.messages) == 1:
            return self.messages[0].blocks
        return [block for message in self.messages for block in message.blocks]


def items_of(content: object) -> tuple[Sequence[Any], int]:
    """The items of a content that is no list, and the position before the first: a bare string is one text block.

    An empty one is none: beside other messages of its turn the API takes it as nothing (measured 2026-08-31).
    """
    if isinstance(content, str) and content:
        return ({"type": "text", "text": content},), -2
    return (content, -1) if isinstance(content, tuple) else ((), -1)


def listed(value: object, root: int, untyped: str) -> list[Block]:
    """What stands in `system` or `tools`, as blocks.

    Args:
        value: the value of the field.
        root: SYSTEM or TOOLS.
        untyped: the kind of what has no `type`.
    """
    if isinstance(value, str):
        return [Block({"type": "text", "text": value}, "text", root, -1)]
    if not isinstance(value, (list, tuple)):
        return []
    return [
        Block(item, kind if isinstance(kind := item.get("type") or untyped, str) else "", root, position)
        for position, item in enumerate(value)
        if isinstance(item, dict)
    ]
