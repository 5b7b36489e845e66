"""Claude Code sessions: one JSON record a line, which form a tree; `CLAUDE_CONFIG/projects/*/SESSION.jsonl`.

What becomes what:

- the newest record that no other follows is the end; its parents lead to the start. Branches and side chains stay out
  (a file of a sub-agent, in which all is side chain, is loaded as it is);
- lines of one reply of the API (`message.id`) become one assistant message, their blocks in the order of the lines,
  calls of that reply beside the way included; a user's line becomes a message, one of tool results a tool message;
- blocks are those of the Messages API, so they are carried over whole; the model of the newest reply becomes the model
  of the settings; `isMeta` lines are sent by the client, so they are user messages as any other;
- a compaction ends the way: its summary is the first message, behind it what `preservedSegment` names;
- fields of the record and of the reply (`usage`, `stop_reason`, `toolUseResult`, …) say nothing to the API.

What cannot be carried over, each with its line: errors of the API and `<synthetic>` messages of the client; attachments
and the output of local commands, which the client tells the API in words of its own; branches, side chains, what
precedes a compaction; damaged lines, and records whose parent is missing (they follow the one before them in the file).
The system prompt and the tools are not stored: give them with `fields`.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sendable.conversation import Conversation, Lost, Message, Part, Role, Text
from sendable.errors import UnreadableError
from sendable.sources.anthropic_blocks import block_parts
from sendable.sources.claude_code_lines import TALK, records_of
from sendable.sources.claude_code_node import Node
from sendable.sources.claude_code_tree import Tree, told_faults
from sendable.sources.stored import Stored, stored

_LOOKED_AT = 50


class Origin(NamedTuple):
    """Where a part stands in the session: its node, and its block in the message of that node."""

    node: Node
    block: int


class Traced(NamedTuple):
    """A conversation, for each message its lines, and for each of its parts where it came from."""

    conversation: Conversation
    turns: list[list[Node]]
    origins: list[list[Origin]]
    tree: Tree


def detect(held: Stored) -> bool:
    """Records with a parent's id and the id of a session, or a summary of such."""
    value = held.value
    values = value if isinstance(value, list) else held.objects
    return any(isinstance(one, dict) and _is_mark(one) for one in values[:_LOOKED_AT])


def _is_mark(value: dict[str, Any]) -> bool:
    kind = value.get("type")
    if kind in TALK or kind in ("system", "progress", "attachment"):
        return "sessionId" in value and ("parentUuid" in value or "uuid" in value)
    return (kind == "summary" and "leafUuid" in value) or (kind == "file-history-snapshot" and "snapshot" in value)


def load(data: Any) -> Conversation:
    """The conversation of a session.

    Args:
        data: bytes or text of a session file, its path, or its records.

    Raises:
        UnreadableError: no line of it is a record of a conversation.
    """
    return traced(data).conversation


def traced(data: Any) -> Traced:
    """The conversation of a session, and where its parts came from.

    Raises:
        UnreadableError: no line of it is a record of a conversation.
    """
    records, lost = records_of(stored(data))
    tree = Tree(records)
    if not any(node.talks for node in tree.nodes):
        raise UnreadableError("a session without messages")
    turns = tree.turns()
    messages: list[Message] = []
    origins: list[list[Origin]] = []
    for turn in turns:
        message, places = _message(turn)
        messages.append(message)
        origins.append(places)
    lost += [*tree.lost, *told_faults(tree.way), *_unsaid(tree, turns), *_odd_blocks(turns)]
    model = next((name for turn in reversed(turns) if (name := _model(turn[0]))), None)
    conversation = Conversation(
        messages=messages, settings={"model": model} if model else {}, lost=sorted(lost, key=_line)
    )
    return Traced(conversation, turns, origins, tree)


def _line(lost: Lost) -> int:
    return int(lost.path.partition(" ")[2])


def _model(node: Node) -> str | None:
    model = node.message.get("model")
    return model if node.type == "assistant" and isinstance(model, str) and model else None


def _message(turn: list[Node]) -> tuple[Message, list[Origin]]:
    first = turn[0]
    role: Role = "assistant" if first.type == "assistant" else "tool" if first.is_results else "user"
    content = first.message.get("content")
    if isinstance(content, str) and len(turn) == 1:
        return Message(role=role, parts=[Text(text=content)], bare=True), [Origin(first, 0)]
    parts: list[Part] = []
    places: list[Origin] = []
    for node in turn:
        for at, block in enumerate(_blocks(node)):
            held = block_parts(block, _model(node))
            parts += held
            places += [Origin(node, at)] * len(held)
    return Message(role=role, parts=parts), places


def _blocks(node: Node) -> list[Any]:
    content = node.message.get("content")
    return [{"type": "text", "text": content}] if isinstance(content, str) else node.blocks


def _odd_blocks(turns: list[list[Node]]) -> Iterator[Lost]:
    for turn in turns:
        for node in turn:
            odd = sum(not isinstance(block, dict) for block in node.blocks)
            if odd:
                yield Lost(node.record.path, f"{odd} blocks that are no objects" if odd > 1 else "a block that is none")


def _unsaid(tree: Tree, turns: list[list[Node]]) -> Iterator[Lost]:
    """What stands on the way and is not sent, and the branches beside it."""
    for node in tree.way:
        what = node.unsaid if node.talks else _told_by_client(node)
        if what:
            yield Lost(node.record.path, what)
    sent = {node.at for turn in turns for node in turn} | {node.at for node in tree.way}
    start = tree.way[0].at if tree.way and tree.way[0].ends_history else -1
    left = [node for node in tree.nodes if node.talks and node.at > start and node.at not in sent]
    if left:
        yield Lost(left[0].record.path, f"branches that were left, {len(left)} records from here on")


def _told_by_client(node: Node) -> str:
    if node.type == "attachment":
        return "an attachment, which the client tells in words of its own"
    return "the output of a local command" if node.value.get("subtype") == "local_command" else ""
