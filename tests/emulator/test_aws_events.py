import struct
from collections.abc import Iterator
from zlib import crc32

import msgspec

from sendable.emulator.aws_events import exception, framed, message


def read(data: bytes) -> Iterator[tuple[dict[str, str], bytes]]:
    """The messages of a stream, by its description, with every checksum held."""
    while data:
        total, head, check = struct.unpack(">III", data[:12])
        assert crc32(data[:8]) == check
        assert crc32(data[: total - 4]) == struct.unpack(">I", data[total - 4 : total])[0]
        headers, at = {}, 12
        while at < 12 + head:
            length = data[at]
            name = data[at + 1 : at + 1 + length].decode()
            kind, size = struct.unpack(">BH", data[at + 1 + length : at + 4 + length])
            assert kind == 7
            at += 4 + length
            headers[name] = data[at : at + size].decode()
            at += size
        yield headers, data[at : total - 4]
        data = data[total:]


def test_messages_are_framed_one_behind_the_other() -> None:
    told = list(read(message("chunk", b"{}") + exception("throttlingException", "Slow down.") + framed({}, b"")))
    assert told[0] == ({":event-type": "chunk", ":content-type": "application/json", ":message-type": "event"}, b"{}")
    assert told[1][0][":exception-type"] == "throttlingException"
    assert msgspec.json.decode(told[1][1]) == {"message": "Slow down."}
    assert told[2] == ({}, b"")
