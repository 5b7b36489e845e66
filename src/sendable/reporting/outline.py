"""The shape of a request as rows: who speaks, in which kinds of blocks, how large. Never what is said."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sendable.contract.finding import Finding
from sendable.wire.blocks import SYSTEM, TOOLS, Block, Message
from sendable.wire.index import Index
from sendable.wire.kinds import NATIVE_RESULTS, RESULT_OF

AROUND = 1
"""Rows shown before and behind a faulty one."""
GAP = 3
"""Fewer rows than this are not worth leaving out."""
MOST_PARTS = 9

_SHORT = {
    "tool_use": "call",
    "tool_result": "result",
    "mcp_tool_use": "mcp call",
    "redacted_thinking": "redacted thinking",
    "search_result": "search result",
    "container_upload": "upload",
    **{kind: kind.removesuffix("_tool_result").replace("_", " ") + " result" for kind in NATIVE_RESULTS},
}


class Part(NamedTuple):
    """Blocks of one kind that stand side by side: what they are, and whether a finding points at them."""

    text: str
    faulty: bool = False


class Row(NamedTuple):
    """One message, or another field of the request.

    Attributes:
        label: the index of the message; "" for another field.
        role: who speaks, or the name of the field.
        parts: its blocks, in order.
        findings: what points at it.
        skipped: for a row that stands for several unaffected messages, how many.
    """

    label: str
    role: str
    parts: list[Part]
    findings: list[Finding]
    skipped: int = 0


def outline(index: Index, findings: list[Finding]) -> list[Row]:
    """The rows of a request; stretches of unaffected messages are collapsed into one."""
    by_row: dict[str, list[Finding]] = {}
    for finding in findings:
        by_row.setdefault(_row_of(finding), []).append(finding)
    return [*_field_rows(index, by_row), *_collapsed(list(_message_rows(index, by_row)))]


def size(amount: int) -> str:
    """A number of characters or bytes, short: 340, 1.2k, 3.4M."""
    for limit, unit in ((1_000_000, "M"), (1_000, "k")):
        if amount >= limit:
            return f"{amount / limit:.1f}{unit}" if amount < 100 * limit else f"{amount // limit}{unit}"
    return str(amount)


def _row_of(finding: Finding) -> str:
    place = finding.place
    if len(place) > 1 and place[0] == "messages":
        return str(place[1])
    return str(place[0]) if place else ""


def _field_rows(index: Index, by_row: dict[str, list[Finding]]) -> Iterator[Row]:
    fields = [name for name in by_row if not name.isdigit() and name not in ("tools", "system")]
    for name in fields:
        yield Row("", name or "request", [], by_row[name])
    for name, blocks in (("tools", index.tools), ("system", index.system)):
        if blocks or name in by_row:
            found = by_row.get(name, [])
            parts = (
                [Part("1 tool" if len(blocks) == 1 else f"{len(blocks)} tools")]
                if name == "tools" and not found
                else _parts(blocks, found)
            )
            yield Row("", name, parts, found)


def _message_rows(index: Index, by_row: dict[str, list[Finding]]) -> Iterator[Row]:
    messages = index.request.get("messages")
    known = {message.at: message for message in index.messages}
    for at in range(len(messages) if isinstance(messages, (list, tuple)) else 0):
        found = by_row.get(str(at), [])
        message = known.get(at)
        if message is None:
            yield Row(str(at), "?", [Part("no object", faulty=True)], found)
        else:
            yield Row(str(at), _role(message), _parts(message.blocks, found), found)


def _role(message: Message) -> str:
    return message.role if message.role in ("user", "assistant", "system") else "?"


def _collapsed(rows: list[Row]) -> Iterator[Row]:
    last = len(rows) - 1
    shown = {0, last}
    for at, row in enumerate(rows):
        if row.findings:
            shown.update(range(at - AROUND, at + AROUND + 1))
    hidden: list[Row] = []
    for at, row in enumerate(rows):
        if at not in shown:
            hidden.append(row)
            continue
        yield from _gap(hidden)
        hidden = []
        yield row


def _gap(rows: list[Row]) -> list[Row]:
    return rows if len(rows) < GAP else [Row("", "", [], [], len(rows))]


def _parts(blocks: list[Block], findings: list[Finding]) -> list[Part]:
    faulty = {_position(finding) for finding in findings}
    groups: list[tuple[str, bool, list[int], bool]] = []
    for block in blocks:
        name, amount = _named(block)
        is_faulty = block.position in faulty
        mark = block.value.get("cache_control") is not None
        if groups and not is_faulty and not mark and groups[-1][:2] == (name, False) and not groups[-1][3]:
            groups[-1][2].append(amount)
        else:
            groups.append((name, is_faulty, [amount], mark))
    return _shortened([Part(_told(name, sizes, mark), bad) for name, bad, sizes, mark in groups])


def _position(finding: Finding) -> int | None:
    """The index of the block that a finding points at; -1 for a bare string, None for none."""
    place = finding.place[2:] if finding.place[0] == "messages" else ("content", *finding.place[1:])
    if place[:1] != ("content",):
        return None
    if len(place) == 1:
        return -1
    return place[1] if isinstance(place[1], int) else None


def _told(name: str, sizes: list[int], mark: bool) -> str:
    times = f" ×{len(sizes)}" if len(sizes) > 1 else ""
    total = f" {size(sum(sizes))}" if sum(sizes) else ""
    return f"{name}{times}{total}{' +cache' if mark else ''}"


def _shortened(parts: list[Part]) -> list[Part]:
    if len(parts) <= MOST_PARTS:
        return parts
    shown = {0, len(parts) - 1}
    for at, part in enumerate(parts):
        if part.faulty:
            shown.update((at - 1, at, at + 1))
    kept: list[Part] = []
    left_out = 0
    for at, part in enumerate(parts):
        if at not in shown:
            left_out += 1
            continue
        if left_out:
            kept.append(Part(f"… {left_out} more"))
            left_out = 0
        kept.append(part)
    return kept


def _named(block: Block) -> tuple[str, int]:
    """What a block is called in a row, and its size."""
    value = block.value
    if block.message == TOOLS:
        return "tool", 0
    if block.message == SYSTEM and not block.kind:
        return "text", _length(value.get("text"))
    if block.kind == "server_tool_use":
        name = value.get("name")
        known = isinstance(name, str) and name in RESULT_OF
        return f"{str(name).replace('_', ' ') if known else 'native'} call", _length(value.get("input"))
    name = _SHORT.get(block.kind) or (block.kind if block.kind.isidentifier() and len(block.kind) <= 40 else "block")
    return name, _length(_body(value))


def _body(value: dict[str, Any]) -> object:
    for field in ("text", "thinking", "data", "input", "content", "source"):
        if field in value:
            held = value[field]
            return held.get("data", held) if field == "source" and isinstance(held, dict) else held
    return None


def _length(value: object) -> int:
    """Characters of all the text in a value, however deep it is."""
    total = 0
    left = [value]
    while left:
        held = left.pop()
        if isinstance(held, str):
            total += len(held)
        elif isinstance(held, dict):
            left += held.values()
        elif isinstance(held, (list, tuple)):
            left += held
    return total
