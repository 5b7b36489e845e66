import gzip
import zlib
from collections.abc import Callable

import pytest

from sendable.relay import encodings as module
from sendable.relay.encodings import decoded, decoder_for

DATA = b"Some words. " * 100


def raw(data: bytes) -> bytes:
    press = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return press.compress(data) + press.flush()


def brotli(data: bytes) -> bytes:
    pressed: bytes = pytest.importorskip("brotli").compress(data)
    return pressed


def zstandard(data: bytes) -> bytes:
    pressed: bytes = pytest.importorskip("zstandard").compress(data)
    return pressed


def same(data: bytes) -> bytes:
    return data


PRESSED: list[tuple[str, Callable[[bytes], bytes]]] = [
    ("", same),
    ("identity", same),
    ("gzip", gzip.compress),
    ("GZip", gzip.compress),
    ("x-gzip", gzip.compress),
    ("deflate", zlib.compress),
    ("deflate", raw),
    ("br", brotli),
    ("zstd", zstandard),
]


@pytest.mark.parametrize(("encoding", "press"), PRESSED)
def test_what_was_pressed_is_read(encoding: str, press: Callable[[bytes], bytes]) -> None:
    assert decoded(press(DATA), encoding) == DATA


@pytest.mark.parametrize("size", [1, 2, 7])
@pytest.mark.parametrize(("encoding", "press"), PRESSED)
def test_in_pieces_too(encoding: str, press: Callable[[bytes], bytes], size: int) -> None:
    data, decoder = press(DATA), decoder_for(encoding)
    assert decoder is not None
    assert b"".join(decoder.feed(data[at : at + size]) for at in range(0, len(data), size)) == DATA


def test_a_body_without_end_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST", 1000)
    for encoding, press in PRESSED[2:]:
        assert decoded(press(DATA), encoding) is None
    assert decoded(DATA, "identity") == DATA


def test_the_last_encoding_comes_off_first() -> None:
    assert decoded(gzip.compress(zlib.compress(DATA)), "deflate, gzip") == DATA


def test_several_members_are_one_body() -> None:
    assert decoded(gzip.compress(DATA) + gzip.compress(b"more"), "gzip") == DATA + b"more"


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd", "aws-chunked", "gzip, no-such"])
def test_what_is_not_readable_is_none(encoding: str) -> None:
    assert decoded(DATA, encoding) is None
