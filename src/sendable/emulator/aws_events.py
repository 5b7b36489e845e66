"""The framing of event streams of AWS: lengths and checksums around typed headers and a payload."""

import struct
from zlib import crc32

from sendable.emulator.exchange import JSON_TYPE, encoded

MEDIA_TYPE = "application/vnd.amazon.eventstream"
_TEXT = 7


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
    return framed(headers, encoded({"message": text}))


def _header(item: tuple[str, str]) -> bytes:
    name, value = (part.encode("utf-8") for part in item)
    return struct.pack(">B", len(name)) + name + struct.pack(">BH", _TEXT, len(value)) + value
