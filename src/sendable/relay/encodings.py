"""What an answer is encoded with, and its bytes without it.

Brotli and Zstandard are read where `brotli` and `zstandard` are installed.
"""

import zlib
from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol

LARGEST = 128 * 2**20
"""Bytes that are made of one body at most: a small body may stand for one without end."""

_HEAD = 2


class Decoder(Protocol):
    """Takes an encoded body piece by piece."""

    def feed(self, chunk: bytes) -> bytes:
        """What this piece stands for.

        Raises:
            Exception: of the library's own kind: the body is damaged.
        """
        ...


def decoder_for(encoding: str) -> Decoder | None:
    """What takes an encoding off a body that comes in pieces; None where it cannot be taken off.

    Args:
        encoding: the header; several encodings in the order in which they were put on.
    """
    names = [name for part in encoding.lower().split(",") if (name := part.strip()) not in ("", "identity")]
    if not names or not all(name in _DECODERS for name in names):
        return None if names else _Chain([])
    try:
        return _Chain([_DECODERS[name]() for name in reversed(names)])
    except ImportError:
        return None


def decoded(data: bytes, encoding: str) -> bytes | None:
    """The bytes behind a content encoding; None where they cannot be had.

    Args:
        data: the body, whole or cut.
        encoding: as for `decoder_for`.
    """
    decoder = decoder_for(encoding)
    if decoder is None:
        return None
    try:
        return decoder.feed(data)
    except Exception:  # noqa: BLE001 - each library has errors of its own, and all mean: not readable
        return None


class _Chain:
    """Several decoders, one behind the other."""

    def __init__(self, decoders: list[Decoder]) -> None:
        self._decoders = decoders
        self._made = 0

    def feed(self, chunk: bytes) -> bytes:
        for decoder in self._decoders:
            chunk = decoder.feed(chunk)
            self._made += len(chunk)
            if self._made > LARGEST:
                raise ValueError("too long")
        return chunk


class _Zlib:
    """gzip or zlib, one member or several."""

    def __init__(self, bits: int) -> None:
        self._bits = bits
        self._inflate = zlib.decompressobj(bits)

    def feed(self, chunk: bytes) -> bytes:
        made = b""
        while chunk:
            made += self._inflate.decompress(chunk, LARGEST)
            if self._inflate.unconsumed_tail:
                raise ValueError("too long")
            chunk = self._inflate.unused_data
            if chunk:
                self._inflate = zlib.decompressobj(self._bits)
        return made


class _Deflate:
    """zlib, or what is inside of it: some servers leave its head out."""

    def __init__(self) -> None:
        self._head = b""
        self._inflate: _Zlib | None = None

    def feed(self, chunk: bytes) -> bytes:
        if self._inflate is None:
            self._head += chunk
            if len(self._head) < _HEAD:
                return b""
            chunk = self._head
            headed = chunk[0] & 15 == zlib.DEFLATED and int.from_bytes(chunk[:_HEAD], "big") % 31 == 0
            self._inflate = _Zlib(zlib.MAX_WBITS if headed else -zlib.MAX_WBITS)
        return self._inflate.feed(chunk)


class _Library:
    """A decoder of a library, whatever it calls its method."""

    def __init__(self, feed: Callable[[bytes], bytes]) -> None:
        self._feed = feed

    def feed(self, chunk: bytes) -> bytes:
        return self._feed(chunk) if chunk else b""


def _brotli() -> Decoder:
    decoder: Any = import_module("brotli").Decompressor()
    return _Library(decoder.process)


def _zstandard() -> Decoder:
    decoder: Any = import_module("zstandard").ZstdDecompressor().decompressobj(read_across_frames=True)
    return _Library(decoder.decompress)


_DECODERS: dict[str, Callable[[], Decoder]] = {
    "gzip": lambda: _Zlib(16 + zlib.MAX_WBITS),
    "x-gzip": lambda: _Zlib(16 + zlib.MAX_WBITS),
    "deflate": _Deflate,
    "br": _brotli,
    "zstd": _zstandard,
}
