"""What an answer is encoded with, and its bytes without it."""

import zlib
from collections.abc import Callable
from importlib import import_module


def decoded(data: bytes, encoding: str) -> bytes | None:
    """The bytes behind a content encoding; None where they cannot be had.

    Brotli and Zstandard are read where `brotli` and `zstandard` are installed.

    Args:
        data: the body, whole.
        encoding: the header; several encodings in the order in which they were put on.
    """
    for name in reversed([part.strip().lower() for part in encoding.split(",") if part.strip()]):
        decode = _DECODERS.get(name)
        if decode is None:
            return None
        try:
            data = decode(data)
        except Exception:  # noqa: BLE001 - each library has errors of its own, and all mean: not readable
            return None
    return data


def _inflated(data: bytes) -> bytes:
    try:
        return zlib.decompress(data)
    except zlib.error:
        return zlib.decompress(data, -zlib.MAX_WBITS)


def _gunzipped(data: bytes) -> bytes:
    plain = b""
    while data:
        inflate = zlib.decompressobj(16 + zlib.MAX_WBITS)
        plain += inflate.decompress(data) + inflate.flush()
        data = inflate.unused_data
    return plain


def _without_brotli(data: bytes) -> bytes:
    plain: bytes = import_module("brotli").decompress(data)
    return plain


def _without_zstandard(data: bytes) -> bytes:
    plain: bytes = import_module("zstandard").ZstdDecompressor().decompressobj().decompress(data)
    return plain


def _as_it_is(data: bytes) -> bytes:
    return data


_DECODERS: dict[str, Callable[[bytes], bytes]] = {
    "identity": _as_it_is,
    "gzip": _gunzipped,
    "x-gzip": _gunzipped,
    "deflate": _inflated,
    "br": _without_brotli,
    "zstd": _without_zstandard,
}
