"""One record of a Claude Code session as a node of its tree, and what can be asked of it."""

from typing import Any

from sendable.sources.claude_code_lines import TALK, Json, Record

SYNTHETIC = "<synthetic>"
_MOST_BETWEEN = 1000


class Node:
    """A record in the tree.

    Attributes:
        record: what was stored.
        at: its place among the nodes, in the order of the file.
        parent: the node before it; None for a root.
        fault: what is wrong with its parent; "" for nothing.
        value: the record itself.
        type: its type.
        talks: whether somebody says something here.
        uuid: its id, where it has one.
        message: the message; an empty one where there is none.
        reply: the id of the API's reply that an assistant's line is a piece of.
    """

    __slots__ = ("at", "fault", "message", "parent", "record", "reply", "talks", "type", "uuid", "value")

    def __init__(self, record: Record, at: int) -> None:
        self.record = record
        self.at = at
        self.parent: Node | None = None
        self.fault = ""
        self.value = record.value
        self.type: Any = self.value.get("type")
        self.talks = self.type in TALK
        self.uuid = _text(self.value.get("uuid"))
        message = self.value.get("message")
        self.message: Json = message if isinstance(message, dict) else {}
        self.reply = _text(self.message.get("id")) if self.type == "assistant" else None

    @property
    def said_before(self) -> "Node | None":
        """The message before it, beyond the records between them."""
        node = self.parent
        for _ in range(_MOST_BETWEEN):
            if node is None or node.talks:
                return node
            node = node.parent
        return None

    @property
    def blocks(self) -> list[Any]:
        """The blocks of the message; none for a bare string."""
        content = self.message.get("content")
        return content if isinstance(content, list) else []

    @property
    def is_results(self) -> bool:
        """Whether this is a user's line that holds tool results and nothing else."""
        held = self.blocks
        return self.type == "user" and bool(held) and all(kind_of(block) == "tool_result" for block in held)

    @property
    def ends_history(self) -> bool:
        """Whether nothing before it is sent any more."""
        return self.value.get("isCompactSummary") is True or self.is_boundary

    @property
    def is_boundary(self) -> bool:
        """Whether a compaction is told here."""
        return self.type == "system" and self.value.get("subtype") == "compact_boundary"

    @property
    def unsaid(self) -> str:
        """Why a line is never sent although it looks like a message; "" for one that is sent."""
        if self.value.get("isApiErrorMessage") is True:
            return "an error of the API, which the client noted"
        if self.message.get("model") == SYNTHETIC:
            return "a message that the client made up"
        return "" if isinstance(self.message.get("content"), str | list) else "a message without content"


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def kind_of(block: Any) -> Any:
    """The type of a block, where it is one."""
    return block.get("type") if isinstance(block, dict) else None
