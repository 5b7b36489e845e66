import struct
from collections.abc import Iterator
from zlib import crc32

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable.wire.aws_events import FrameParser, exception, framed, message


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


names = st.text(min_size=1, max_size=20).filter(lambda text: len(text.encode("utf-8", "replace")) < 200)


@given(
    st.lists(st.tuples(st.dictionaries(names, st.text(max_size=20), max_size=3), st.binary(max_size=50)), max_size=4),
    st.integers(1, 40),
)
def test_what_was_framed_is_read_again_in_pieces_of_any_size(
    told: list[tuple[dict[str, str], bytes]], size: int
) -> None:
    data = b"".join(framed(headers, payload) for headers, payload in told)
    parser = FrameParser()
    frames = [frame for at in range(0, len(data), size) for frame in parser.feed(data[at : at + size])]
    assert [(frame.headers, frame.payload) for frame in frames] == told
    assert b"".join(frame.raw for frame in frames) == data
    assert parser.rest() == b""


def test_headers_of_other_types_are_skipped() -> None:
    others = b"\x01a\x00" + b"\x01b\x04\x00\x00\x00\x07" + b"\x01c\x06\x00\x02xy" + b"\x01d\x07\x00\x02ok"
    prelude = struct.pack(">II", 16 + len(others), len(others))
    head = prelude + struct.pack(">I", crc32(prelude)) + others
    [frame] = FrameParser().feed(head + struct.pack(">I", crc32(head)))
    assert frame.headers == {"d": "ok"}


@pytest.mark.parametrize("at", [0, 5, 10, 20, -1])
def test_a_damaged_stream_is_said_to_be_one(at: int) -> None:
    data = bytearray(message("chunk", b'{"bytes": ""}'))
    data[at] ^= 1
    with pytest.raises(ValueError, match="AWS"):
        FrameParser().feed(bytes(data))


def test_a_stream_that_was_cut_leaves_a_rest() -> None:
    data = message("chunk", b"{}")
    parser = FrameParser()
    assert parser.feed(data[:-1]) == []
    assert parser.rest() == data[:-1]


@pytest.mark.parametrize("at", [0, -1])
def test_what_stands_in_front_of_damage_is_not_lost(at: int) -> None:
    whole, damaged = message("chunk", b"{}"), bytearray(message("chunk", b'{"bytes": ""}'))
    damaged[at] ^= 1
    parser = FrameParser()
    assert [frame.raw for frame in parser.feed(whole + bytes(damaged))] == [whole]
    with pytest.raises(ValueError, match="AWS"):
        parser.feed(b"")
    assert parser.rest() == damaged
