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
    """

    __slots__ = ("at", "fault", "parent", "record")

    def __init__(self, record: Record, at: int) -> None:
        self.record = record
        self.at = at
        self.parent: Node | None = None
        self.fault = ""

    @property
    def value(self) -> Json:
        """The record itself."""
        return self.record.value

    @property
    def uuid(self) -> str | None:
        """Its id, where it has one."""
        uuid = self.value.get("uuid")
        return uuid if isinstance(uuid, str) and uuid else None

    @property
    def type(self) -> Any:
        """The type of the record."""
        return self.value.get("type")

    @property
    def talks(self) -> bool:
        """Whether somebody says something here."""
        return self.type in TALK

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
    def message(self) -> Json:
        """The message; an empty one where there is none."""
        message = self.value.get("message")
        return message if isinstance(message, dict) else {}

    @property
    def blocks(self) -> list[Any]:
        """The blocks of the message; none for a bare string."""
        content = self.message.get("content")
        return content if isinstance(content, list) else []

    @property
    def reply(self) -> str | None:
        """The id of the API's reply that an assistant's line is a piece of."""
        name = self.message.get("id")
        return name if self.type == "assistant" and isinstance(name, str) and name else None

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


def kind_of(block: Any) -> Any:
    """The type of a block, where it is one."""
    return block.get("type") if isinstance(block, dict) else None
