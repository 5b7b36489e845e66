"""Write a repair back into the Claude Code session that it was made for, so that the client goes on with it.

- A line that nothing happened to keeps its bytes, damage and line ends included.
- A line with a changed block is written anew with its other fields kept; `toolUseResult`, which the client shows, too.
- A line of which nothing is left is dropped; what followed it (progress, branches, `leafUuid` of summaries) names its
  parent instead.
- A call that was answered gets a user's line with the result behind the line it follows. Its id is made of its
  neighbours and of what it says, its time and its place (`cwd`, `sessionId`, …) are those of the line before it.
- A line that was moved stands behind its new parent.
- Renamed ids and names stay on the wire; only what had no id or name, and a call that shared its id, is written so.

Branches, side chains, and what precedes a compaction are not touched. What the client would read otherwise than it was
meant, which happens where the end of a session is dropped from which another branch goes off, raises.
"""

import re
from collections.abc import Iterator
from typing import Any

from sendable.errors import SendableError
from sendable.sources.claude_code import Traced, traced
from sendable.sources.claude_code_back_chain import Chain, Link, new_record
from sendable.sources.claude_code_back_segments import Segments
from sendable.sources.claude_code_lines import CHAINED, Json, Record, lines_of, records_of
from sendable.sources.claude_code_node import Node
from sendable.sources.json_text import json_text
from sendable.sources.stored import Stored, stored
from sendable.sources.wire_places import Outcome

_LONE = re.compile(r"[\ud800-\udfff]")
_REFERENCES = ("parentUuid", "logicalParentUuid", "leafUuid")
_KEPT = ("headUuid", "anchorUuid", "tailUuid")


def write_back(data: Any, request: Json, repaired: Outcome) -> bytes:
    """The session with the repair in it.

    Args:
        data: the session as `load` took it.
        request: what was rendered from it, and then repaired.
        repaired: the outcome of `repair` for that request.

    Raises:
        SendableError: the request was not rendered from this session, or a change has no form in it.
        UnreadableError: it is no session.
    """
    held = stored(data)
    if repaired.request is request:
        return _File(held).joined()
    session = traced(held)
    segments = Segments(session, request, repaired)
    for straight in (False, True):
        chain = Chain(session, segments.order, segments.gone, straight=straight)
        chain.name_new(lambda segment: segments.content(segment, first=False))
        written = _Work(session, segments, chain).written(held)
        if _is_meant(written, chain, segments):
            return written
    raise SendableError("cannot be written back: the client would not read the session as it is meant")


class _Work:
    """The records of the repaired session, as far as they differ from those that are stored."""

    def __init__(self, session: Traced, segments: Segments, chain: Chain) -> None:
        self._session = session
        self._segments = segments
        self._chain = chain
        self._changed: dict[tuple[int, int], tuple[Record, Json]] = {}
        self._check_kept()

    def written(self, held: Stored) -> bytes:
        """The bytes of the session."""
        for node, segment in self._chain.firsts.items():
            message = self._segments.message(segment, first=True)
            if message != node.message | {"role": segment.role} or segment.role != node.type:
                self._change(node, type=segment.role, message=message)
        file = _File(held)
        self._lead_on(file.records)
        self._link(file)
        for node in self._segments.gone:
            file.drop(node.record)
        for record, value in self._changed.values():
            file.replace(record, value)
        file.drop_twins()
        return file.joined()

    def _change(self, node: Node, **fields: Any) -> None:
        self._change_record(node.record, fields)

    def _change_record(self, record: Record, fields: Json) -> None:
        value = self._changed.get(record.key, (record, record.value))[1]
        self._changed[record.key] = (record, value | fields)

    def _link(self, file: "_File") -> None:
        """Let each line name the one before it, and put new and moved ones into the file."""
        way = self._session.tree.way
        former = {node: way[at - 1] if at else None for at, node in enumerate(way)}
        beside = way[0]
        behind = (beside.record.number, beside.record.part - 1)
        before: Link | None = None
        for link in self._chain.links:
            parent = before.uuid if before is not None else way[0].value.get("parentUuid")
            if link.segment is not None:
                message = self._segments.message(link.segment, first=False)
                record = new_record(link.segment, beside, message)
                file.insert(behind, record | {"uuid": link.uuid, "parentUuid": parent})
                self._name(before)
            elif link.node is not None:
                beside = link.node
                if former.get(beside, beside) is not (before.node if before is not None else None):
                    self._change(beside, parentUuid=parent)
                    self._name(before)
                if beside in self._chain.moved:
                    file.drop(beside.record)
                    value = self._changed.pop(beside.record.key, (beside.record, beside.value))[1]
                    file.insert(behind, value | {"uuid": link.uuid})
                else:
                    behind = beside.record.key
            before = link

    def _name(self, link: Link | None) -> None:
        """Write down the id of a stored line that had none and is named by another now."""
        if link is not None and link.node is not None and link.node.uuid is None:
            self._change(link.node, uuid=link.uuid)

    def _lead_on(self, records: list[Record]) -> None:
        """Let all that names a dropped line name its parent instead."""
        heirs = {node.uuid: self._heir(node) for node in self._segments.gone if node.uuid is not None}
        for record in records:
            named = {name: heirs[value] for name in _REFERENCES if (value := _text(record.value.get(name))) in heirs}
            if named:
                self._change_record(record, named)

    def _heir(self, node: Node) -> Any:
        parent = node.value.get("parentUuid")
        above = node.parent
        while above is not None and above in self._segments.gone:
            parent, above = above.value.get("parentUuid"), above.parent
        return above.uuid if above is not None and above.uuid is not None else parent

    def _check_kept(self) -> None:
        """What a compaction kept is named by its ends."""
        gone = {node.uuid for node in (*self._segments.gone, *self._chain.moved)}
        for node in self._session.tree.nodes:
            metadata = node.value.get("compactMetadata") if node.is_boundary else None
            kept = metadata.get("preservedSegment") if isinstance(metadata, dict) else None
            if isinstance(kept, dict) and any(_text(kept.get(name)) in gone for name in _KEPT if kept.get(name)):
                raise SendableError("cannot be written back: the repair drops a line that a compaction names")


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


class _File:
    """The lines of a session, to be written again."""

    def __init__(self, held: Stored) -> None:
        self.records, _ = records_of(held)
        self._raw = held.raw
        self._lines = lines_of(held)
        self._by_line: dict[int, list[Record]] = {}
        for record in self.records:
            self._by_line.setdefault(record.number, []).append(record)
        self._values: dict[tuple[int, int], Json | None] = {}
        self._inserted: dict[tuple[int, int], list[Json]] = {}

    def replace(self, record: Record, value: Json) -> None:
        """Write another value in the place of a record, unless it was dropped."""
        self._values.setdefault(record.key, value)

    def drop(self, record: Record) -> None:
        """Take a record away."""
        self._values[record.key] = None

    def drop_twins(self) -> None:
        """Take away the other records with the id of one that was changed, which would count in its place."""
        touched = {record.key: _text(record.value.get("uuid")) for record in self.records if record.key in self._values}
        names = {name for name in touched.values() if name}
        for record in self.records:
            if (
                record.key not in touched
                and record.value.get("type") in CHAINED
                and _text(record.value.get("uuid")) in names
            ):
                self._values[record.key] = None

    def insert(self, behind: tuple[int, int], value: Json) -> None:
        """Put a record into a line of its own, behind the record of that key; part -1 is the start of a line."""
        self._inserted.setdefault(behind, []).append(value)

    def joined(self) -> bytes:
        """The bytes of the file."""
        pieces = self._pieces()
        if not self._values and not self._inserted:
            return b"\n".join(pieces)
        if pieces[-1]:
            pieces.append(b"")
        return b"\n".join(line for number, piece in enumerate(pieces, 1) for line in self._line(number, piece))

    def _pieces(self) -> list[bytes]:
        if self._raw is not None:
            return self._raw.split(b"\n")
        return [_encoded(line.value) for line in self._lines] + [b""]

    def _line(self, number: int, piece: bytes) -> Iterator[bytes]:
        records = self._by_line.get(number, [])
        yield from map(_encoded, self._inserted.get((number, -1), []))
        if not any(record.key in self._values or record.key in self._inserted for record in records):
            yield piece
            return
        whole = len(records) == 1
        end = b"\r" if piece.endswith(b"\r") else b""
        for record in records:
            value = self._values.get(record.key, record.value)
            if whole and record.key not in self._values:
                yield piece
            elif value is not None:
                yield _encoded(value) + end
            yield from map(_encoded, self._inserted.get(record.key, []))


def _encoded(value: Any) -> bytes:
    """A record as the client writes it; half a letter as the escape that it was."""
    return _LONE.sub(lambda found: f"\\u{ord(found[0]):04x}", json_text(value)).encode()


def _is_meant(written: bytes, chain: Chain, segments: Segments) -> bool:
    """Whether the session is read as it was meant: the same way, and the same lines sent."""
    session = traced(written)
    way = [node.uuid for node in session.tree.way if not node.is_boundary]
    meant = [link.uuid for link in chain.links if link.node is None or not link.node.is_boundary]
    if len(way) != len(meant) or any(one not in (None, other) for one, other in zip(way, meant, strict=True)):
        return False
    return chain.heard([node for turn in session.turns for node in turn]) == chain.says(segments.order)
