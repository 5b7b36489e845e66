"""The framing of event streams of AWS: lengths and checksums around typed headers and a payload.

As described for Amazon's event stream encoding (2026-10). Headers of other types than text are skipped over.
"""

import json
import struct
from collections.abc import Iterator
from zlib import crc32

import msgspec

JSON_TYPE = "application/json"
MEDIA_TYPE = "application/vnd.amazon.eventstream"
_TEXT = 7
_PRELUDE = 12
_CHECK = 4
# The size of a header's value by its type; those of bytes and text say it themselves.
_SIZES = {0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16}


class Frame(msgspec.Struct, frozen=True):
    """One message of a stream.

    Attributes:
        headers: those that are text.
        payload: its bytes.
        raw: the bytes that it came as.
    """

    headers: dict[str, str]
    payload: bytes
    raw: bytes


class FrameParser:
    """Takes the bytes of a stream as they come, and gives the messages that are whole.

    Raises:
        ValueError: from `feed`: the bytes are no such stream. What is whole in front of the damage is given first, and
            the next call raises; `rest` has all bytes from the damage on.
    """

    def __init__(self) -> None:
        self._held = bytearray()

    def feed(self, chunk: bytes) -> list[Frame]:
        """The messages that this piece completes."""
        self._held += chunk
        frames: list[Frame] = []
        while (frame := self._next(quiet=bool(frames))) is not None:
            frames.append(frame)
            del self._held[: len(frame.raw)]
        return frames

    def _next(self, quiet: bool) -> Frame | None:
        """The message that what is held begins with; None where it is not whole, or damaged and that may wait."""
        if len(self._held) < _PRELUDE:
            return None
        total, _, check = struct.unpack_from(">III", self._held)
        try:
            if total < _PRELUDE + _CHECK or crc32(self._held[:8]) != check:
                raise ValueError("no event stream of AWS")
            return None if len(self._held) < total else _frame(bytes(self._held[:total]))
        except ValueError:
            if quiet:
                return None
            raise

    def rest(self) -> bytes:
        """What came and is no whole message yet."""
        return bytes(self._held)


def framed(headers: dict[str, str], payload: bytes) -> bytes:
    """One message of a stream."""
    told = b"".join(map(_header, headers.items()))
    prelude = struct.pack(">II", len(told) + len(payload) + 16, len(told))
    head = prelude + struct.pack(">I", crc32(prelude))
    return head + told + payload + struct.pack(">I", crc32(head + told + payload))


def message(kind: str, payload: bytes) -> bytes:
    """An event with a JSON payload."""
    return framed({":event-type": kind, ":content-type": JSON_TYPE, ":message-type": "event"}, payload)


def exception(kind: str, text: str) -> bytes:
    """An exception inside the stream, which ends it."""
    headers = {":exception-type": kind, ":content-type": JSON_TYPE, ":message-type": "exception"}
    return framed(headers, json.dumps({"message": text}, separators=(",", ":")).encode())


def _header(item: tuple[str, str]) -> bytes:
    name, value = (part.encode("utf-8") for part in item)
    return struct.pack(">B", len(name)) + name + struct.pack(">BH", _TEXT, len(value)) + value


def _frame(raw: bytes) -> Frame:
    if crc32(raw[:-_CHECK]) != int.from_bytes(raw[-_CHECK:], "big"):
        raise ValueError("a message of an event stream of AWS is damaged")
    end = _PRELUDE + int.from_bytes(raw[4:8], "big")
    if end > len(raw) - _CHECK:
        raise ValueError("a message of an event stream of AWS is damaged")
    return Frame(dict(_texts(raw[_PRELUDE:end])), raw[end:-_CHECK], raw)


def _texts(data: bytes) -> Iterator[tuple[str, str]]:
    at = 0
    while at < len(data):
        name = data[at + 1 : at + 1 + data[at]]
        at += 1 + len(name)
        kind = data[at]
        at += 1
        if kind in _SIZES:
            size = _SIZES[kind]
        else:
            size = int.from_bytes(data[at : at + 2], "big")
            at += 2
        if kind == _TEXT:
            yield name.decode("utf-8", "replace"), data[at : at + size].decode("utf-8", "replace")
        at += size
