"""What a history is stored in: one JSON value, JSON lines, a database file, or objects of a library."""

import json
from pathlib import Path
from typing import Any

import msgspec

from sendable.errors import UnreadableError

SQLITE = b"SQLite format 3\x00"
_LONGEST_PATH = 4096


class Line(msgspec.Struct, frozen=True):
    """One line of a JSONL file: its number from 1, its bytes, and its value; `value` is None for a damaged line."""

    number: int
    raw: bytes
    value: Any


class Stored(msgspec.Struct, frozen=True):
    """A history as it was handed over.

    Attributes:
        value: the JSON value, or the objects of a library; None for lines and databases.
        lines: the lines of a JSONL file; None where it is none.
        path: where the file is, for formats that must open it themselves.
        raw: the bytes that were read, for formats that are written back; None for objects and databases.
    """

    value: Any = None
    lines: list[Line] | None = None
    path: Path | None = None
    raw: bytes | None = None

    @property
    def objects(self) -> list[Any]:
        """The values of all undamaged lines; for one JSON value, that value alone."""
        if self.lines is None:
            return [self.value]
        return [line.value for line in self.lines if line.value is not None]


def stored(data: object) -> Stored:
    """Read what was handed over.

    Args:
        data: bytes or str of JSON or JSONL, a path, or objects.

    Raises:
        UnreadableError: bytes that are neither.
    """
    if isinstance(data, Stored):
        return data
    if isinstance(data, Path):
        return _from_path(data)
    if isinstance(data, str):
        try:
            return _from_bytes(data.encode("utf-8", "surrogatepass"), None)
        except UnreadableError as error:
            if len(data) > _LONGEST_PATH or "\n" in data or "{" in data:
                raise
            raise UnreadableError(f"{error}; the path of a file must be a `Path`") from None
    if isinstance(data, bytes | bytearray | memoryview):
        return _from_bytes(bytes(data), None)
    return Stored(value=_listed(data) if _holds_tuples(data) else data)


def _holds_tuples(value: Any) -> bool:
    """Whether messages stand in a tuple, or the content of one does; only there are they as good as lists."""
    messages = value.get("messages") if isinstance(value, dict) else value
    if type(messages) is tuple or (isinstance(value, dict) and any(type(one) is tuple for one in value.values())):
        return True
    told = messages if isinstance(messages, list) else ()
    return any(type(one.get("content")) is tuple for one in told if isinstance(one, dict))


def _listed(value: Any) -> Any:
    """The value with lists in place of tuples, however deep; the objects of a library stay as they are."""
    try:
        if isinstance(value, dict):
            return {name: _listed(one) for name, one in value.items()}
        return [_listed(one) for one in value] if type(value) in (list, tuple) else value
    except RecursionError:
        raise UnreadableError("nested too deeply to be a history") from None


def _from_path(path: Path) -> Stored:
    try:
        with path.open("rb") as source:
            head = source.read(len(SQLITE))
            return Stored(path=path) if head == SQLITE else _from_bytes(head + source.read(), path)
    except OSError as error:
        raise UnreadableError(f"cannot read the file: {error.strerror}") from None


def _from_bytes(data: bytes, path: Path | None) -> Stored:
    if data.startswith(SQLITE):
        raise UnreadableError("a database: hand over its path, it is opened read-only")
    try:
        return Stored(value=_value(data), path=path, raw=data)
    except ValueError:
        pass
    except RecursionError:
        raise UnreadableError("nested too deeply to be a history") from None
    lines = [_line(number, raw) for number, raw in enumerate(data.split(b"\n"), 1) if raw.strip(b" \t\r\0")]
    if not any(isinstance(line.value, dict | list) for line in lines):
        raise UnreadableError("neither JSON nor lines of JSON")
    return Stored(lines=lines, path=path, raw=data)


def _value(data: bytes) -> Any:
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return json.loads(data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogatepass"))


def _line(number: int, raw: bytes) -> Line:
    try:
        return Line(number, raw, _value(raw.strip(b" \t\r\0")))
    except (ValueError, RecursionError):
        return Line(number, raw, None)
