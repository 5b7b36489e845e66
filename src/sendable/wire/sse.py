"""Server-sent events: bytes in pieces of any size become whole events, and events become bytes again.

Each event keeps the bytes it came as, so that whoever passes a stream through changes only what it means to change.
"""

import re

import msgspec

# A line ends in CR LF, LF or CR; two ends in a row end the event.
_LINE_END = rb"(?:\r\n|\n|\r(?!\n))"
_EVENT_END = re.compile(_LINE_END + _LINE_END)
_LINES = re.compile(rb"\r\n|\n|\r")
_LONGEST_END = 4
_MARK = b"\xef\xbb\xbf"


class Event(msgspec.Struct, frozen=True):
    """One event.

    Attributes:
        name: its `event` field; "" when it has none.
        data: its `data` lines, joined; "" for a comment.
        raw: the bytes that it came as, with the empty line behind it.
    """

    name: str
    data: str
    raw: bytes

    def with_data(self, data: str) -> "Event":
        """The same event with other data; its other lines are kept."""
        kept = [line for line in _LINES.split(self.raw) if line and _field(line)[0] != b"data"]
        lines = [*kept, *(b"data: " + line.encode("utf-8", "surrogatepass") for line in data.split("\n"))]
        return Event(self.name, data, b"\n".join(lines) + b"\n\n")


class EventParser:
    """Takes the bytes of a stream as they come, and gives the events that are whole."""

    def __init__(self) -> None:
        self._held = bytearray()
        self._searched = 0

    def feed(self, chunk: bytes) -> list[Event]:
        """The events that this piece completes."""
        self._held += chunk
        events = []
        start = 0
        while end := _EVENT_END.search(self._held, max(start, self._searched)):
            if end.end() == len(self._held) and self._held.endswith(b"\r"):
                break  # a line feed may still belong to it
            events.append(_event(bytes(self._held[start : end.end()])))
            start = end.end()
        del self._held[:start]
        self._searched = max(0, len(self._held) - _LONGEST_END)
        return events

    def finish(self) -> list[Event]:
        """At the end of the stream: the last event, when nothing ended it."""
        rest = bytes(self._held)
        self._held.clear()
        self._searched = 0
        return [_event(rest)] if rest else []


def framed(name: str, data: str) -> bytes:
    """An event as bytes."""
    head = f"event: {name}\n".encode() if name else b""
    return Event(name, "", head).with_data(data).raw


def _event(raw: bytes) -> Event:
    name, data = b"", []
    for line in _LINES.split(raw.removeprefix(_MARK)):
        field, value = _field(line)
        if field == b"event":
            name = value
        elif field == b"data":
            data.append(value)
    return Event(_text(name), _text(b"\n".join(data)), raw)


def _field(line: bytes) -> tuple[bytes, bytes]:
    field, _, value = line.partition(b":")
    return field, value.removeprefix(b" ")


def _text(value: bytes) -> str:
    return value.decode("utf-8", "replace")
