"""The lines of a Claude Code session, the damaged ones as far as they can be read."""

import json
import re
from typing import Any, NamedTuple

from sendable.conversation import Lost
from sendable.sources.stored import Line, Stored

Json = dict[str, Any]

TALK = ("user", "assistant")
CHAINED = (*TALK, "system", "progress", "attachment")
"""Types of the records that form the tree; all others tell about the session and are no part of what was said."""

_START = re.compile(r'\{\s*"(?:parentUuid|logicalParentUuid|type|uuid|sessionId|isSidechain|timestamp|cwd|message)"')
_MOST_TRIES = 200


class Record(NamedTuple):
    """One record: the number of its line from 1, which of that line's records it is, and what it says."""

    number: int
    part: int
    value: Json

    @property
    def key(self) -> tuple[int, int]:
        """What tells it from all other records of its file."""
        return self.number, self.part

    @property
    def path(self) -> str:
        """Where it stands, for reports."""
        return f"line {self.number}"


def lines_of(held: Stored) -> list[Line]:
    """The lines that are not blank. A file of one record was read as one JSON value; a list of records has no bytes."""
    if held.lines is not None:
        return held.lines
    pieces = held.raw.split(b"\n") if held.raw is not None else []
    full = [(number, piece) for number, piece in enumerate(pieces, 1) if piece.strip(b" \t\r\0")]
    if len(full) == 1 and isinstance(held.value, dict):
        return [Line(*full[0], held.value)]
    values = held.value if isinstance(held.value, list | tuple) else [held.value]
    return [Line(number, b"", value) for number, value in enumerate(values, 1)]


def records_of(held: Stored) -> tuple[list[Record], list[Lost]]:
    """All records in the order of the file, and what could not be read."""
    lines = lines_of(held)
    records: list[Record] = []
    lost: list[Lost] = []
    for line in lines:
        if isinstance(line.value, dict):
            records.append(Record(line.number, 0, line.value))
            continue
        found, whole = _salvaged(line.raw) if line.value is None else ([], False)
        records += [Record(line.number, part, value) for part, value in enumerate(found)]
        if not whole:
            lost.append(Lost(f"line {line.number}", _fault(line, bool(found), line is lines[-1])))
    return records, lost


def _fault(line: Line, partly: bool, last: bool) -> str:
    if line.value is not None:
        return "a line that holds no record"
    if partly:
        return "part of a line, which cannot be read"
    return "the last line, which is cut off" if last else "a line that cannot be read"


def _salvaged(raw: bytes) -> tuple[list[Json], bool]:
    """The records that a damaged line holds: two that run together, or what stands between NUL bytes.

    Returns:
        The records, and whether they are all that the line held.
    """
    text = raw.decode("utf-8", "surrogatepass") if _is_utf8(raw) else raw.decode("utf-8", "replace")
    whole = "\ufffd" not in text
    text = text.replace("\0", "")
    decoder = json.JSONDecoder(strict=False)
    found: list[Json] = []
    at = done = 0
    for _ in range(_MOST_TRIES):
        start = _START.search(text, at)
        if start is None:
            break
        try:
            value, end = decoder.raw_decode(text, start.start())
        except (ValueError, RecursionError):
            value, end = None, 0
        if not is_record(value):
            at = start.start() + 1
            continue
        whole &= not text[done : start.start()].strip(" \t\r,")
        found.append(value)
        at = done = end
    return found, whole and bool(found) and not text[done:].strip(" \t\r,")


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def is_record(value: Any) -> bool:
    """Whether this is a record of a session, whatever its kind."""
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        return False
    if value["type"] in CHAINED:
        return "uuid" in value or "parentUuid" in value or ("sessionId" in value and "message" in value)
    return value["type"] in ("summary", "file-history-snapshot") or isinstance(value.get("sessionId"), str)
