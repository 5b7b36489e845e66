"""What a repaired request says line by line: which blocks each line of the session holds now, and what is new."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from sendable.errors import SendableError
from sendable.sources.claude_code import Origin, Traced
from sendable.sources.claude_code_node import Node
from sendable.sources.wire_places import At, Former, Outcome, aligned, blocks_of
from sendable.wire.limits import TOOL_ID

Json = dict[str, Any]
Ids = Mapping[str, Mapping[str, str]]


_fits = re.compile(TOOL_ID.removesuffix("$") + r"\Z").match


class Item(NamedTuple):
    """A block of the repaired request, and its place in the line that it came from; None for a new one."""

    block: Json
    place: int | None


class Segment:
    """Blocks of one message that stand in one line of the session; in a line of its own where `node` is None.

    `reply` is what makes one message of several lines.
    """

    def __init__(self, role: str, node: Node | None, bare: bool) -> None:
        self.role = role
        self.node = node
        self.bare = bare
        self.reply = node.reply if node is not None else None
        self.items: list[Item] = []

    @property
    def is_results(self) -> bool:
        """Whether this is a line that holds results and nothing else."""
        return all(item.block.get("type") == "tool_result" for item in self.items)

    @property
    def is_new_results(self) -> bool:
        """Whether these results are new."""
        return self.node is None and self.is_results


class Segments:
    """The lines of a repaired request.

    Attributes:
        order: in the order of the request.
        gone: lines of which nothing is left.
    """

    def __init__(self, session: Traced, request: Json, repaired: Outcome) -> None:
        self._former = Former(request, repaired)
        self._ids = known_ids(repaired.ids)
        self._origins = {
            place: session.origins[message][part]
            for place, (message, part) in aligned(session.conversation, request).items()
        }
        self._rendered: dict[Node, set[int]] = {}
        for origin in self._origins.values():
            self._rendered.setdefault(origin.node, set()).add(origin.block)
        self.order: list[Segment] = []
        self._replies: dict[str, int] = {}
        kept: set[int | None] = set()
        for at, message in enumerate(repaired.request["messages"]):
            if blocks_of(message):
                self._message(at, message)
            else:
                kept.add(self._former.message(at))
        said = {segment.node for segment in self.order}
        self.gone = {node for node in self._rendered if node not in said} | _emptied(session, request, kept)

    def _message(self, at: int, message: Json) -> None:
        role = str(message.get("role"))
        if role not in ("user", "assistant"):
            raise SendableError("cannot be written back: a session has no line for a system message")
        bare = isinstance(message.get("content"), str)
        segments: list[Segment] = []
        waiting: list[Item] = []
        for block_at, block in enumerate(blocks_of(message)):
            origin, item = self._item((at, block_at), block)
            if origin is None and not _opens_line(block, segments):
                (segments[-1].items if segments else waiting).append(item)
                continue
            node = origin.node if origin is not None else None
            if not (segments and segments[-1].node is node and (node is not None or segments[-1].is_new_results)):
                segments.append(Segment(role, node, bare))
                segments[-1].items += waiting
                waiting = []
            segments[-1].items.append(item)
        if waiting:
            segments.append(Segment(role, None, bare))
            segments[-1].items += waiting
        if role == "assistant":
            self._join(segments)
        self.order += segments

    def _join(self, segments: list[Segment]) -> None:
        """Let the lines of one message name one reply, which no other message names."""
        first = segments[0]
        reply = first.reply
        if reply is None and len(segments) > 1 and first.node is not None:
            reply = f"msg_{first.node.uuid}"
        if reply is None:
            return
        used = self._replies.setdefault(reply, 0)
        self._replies[reply] += 1
        for segment in segments:
            segment.reply = f"{reply}_{used}" if used else reply

    def _item(self, at: At, block: Json) -> tuple[Origin | None, Item]:
        place, relation = self._former.block(at, block)
        if place is None or relation == "new" or place not in self._origins:
            return None, Item(restored(block, self._ids), None)
        origin = self._origins[place]
        if relation == "edited":
            block = restored(block, self._ids)
            relation = "same" if block == self._former.value(place) else relation
        return origin, Item(_stored(origin) if relation == "same" else block, origin.block)

    def message(self, segment: Segment, *, first: bool) -> Json:
        """The message of a line; its other fields are those of the line that it was or is split from.

        Args:
            segment: the line.
            first: whether it keeps the stored blocks that are no part of the request, such as unsigned thinking.
        """
        held = segment.node.message if segment.node is not None else {}
        reply = {"id": segment.reply} if segment.reply != held.get("id") and segment.reply else {}
        return held | {"role": segment.role, "content": self.content(segment, first=first)} | reply

    def content(self, segment: Segment, *, first: bool) -> str | list[Any]:
        """What the message of a line holds now."""
        node = segment.node
        blocks = [item.block for item in segment.items]
        if segment.bare and len(blocks) == 1 and (node is None or not node.blocks):
            return str(blocks[0].get("text"))
        if node is None or not first:
            return blocks
        rendered = self._rendered[node]
        silent = [at for at in range(len(node.blocks)) if at not in rendered]
        content: list[Any] = []
        for item in segment.items:
            while silent and item.place is not None and silent[0] < item.place:
                content.append(node.blocks[silent.pop(0)])
            content.append(item.block)
        return content + [node.blocks[at] for at in silent]


def _opens_line(block: Json, segments: list[Segment]) -> bool:
    """Whether a new block has a line of its own: results have, everything else goes to the line before it."""
    return block.get("type") == "tool_result" or (bool(segments) and segments[-1].is_new_results)


def _stored(origin: Origin) -> Json:
    content = origin.node.message.get("content")
    block = {"type": "text", "text": content} if isinstance(content, str) else origin.node.blocks[origin.block]
    assert isinstance(block, dict)
    return block


def _emptied(session: Traced, request: Json, kept: set[int | None]) -> set[Node]:
    """The lines of messages that were stored without any block, and are gone."""
    empty = [at for at, message in enumerate(request["messages"]) if not blocks_of(message)]
    turns = [
        turn for turn, message in zip(session.turns, session.conversation.messages, strict=True) if not message.parts
    ]
    pairs = zip(empty, turns, strict=True)
    return {node for at, turn in pairs if at not in kept for node in turn}


def known_ids(ids: Ids) -> Ids:
    """The ids and names that are put back: those that another provider gave, which its session goes on with.

    What had none, and a call that shared its id with another, keep what they were given.
    """
    renamed = ids.get("ids", {})
    uses = Counter(renamed.values())
    foreign = {new: old for new, old in renamed.items() if old and not _fits(old) and uses[old] == 1}
    return {"ids": foreign, "names": {new: old for new, old in ids.get("names", {}).items() if old}}


def restored(block: Json, ids: Ids) -> Json:
    """A block with the ids and names that the history knows."""
    renamed, names = ids.get("ids", {}), ids.get("names", {})
    fields: dict[str, dict[str, Mapping[str, str]]] = {
        "tool_use": {"id": renamed, "name": names},
        "tool_result": {"tool_use_id": renamed},
        "tool_reference": {"tool_name": names},
    }
    changed: Json = {
        field: old
        for field, known in fields.get(str(block.get("type")), {}).items()
        if isinstance(block.get(field), str) and (old := known.get(block[field])) is not None
    }
    content = block.get("content")
    if names and block.get("type") == "tool_result" and isinstance(content, list):
        inner = [restored(one, ids) if isinstance(one, dict) else one for one in content]
        changed |= {"content": inner} if inner != content else {}
    return {**block, **changed} if changed else block
