"""Encode values as JSON, whatever their strings and numbers hold."""

import json
import re
from typing import Any

import msgspec

from sendable.wire.read import lone_surrogates_replaced

_ENCODER = msgspec.json.Encoder()
_LONE = re.compile(r"[\ud800-\udfff]")
_INDENTED = re.compile(rb"^\s*[\[{]\s*\n\s")


def encoded(value: Any) -> bytes:
    """One answer as compact JSON in UTF-8; U+FFFD stands in for lone surrogates."""
    try:
        return _ENCODER.encode(value)
    except (UnicodeEncodeError, OverflowError):
        return lone_surrogates_replaced(_dumped(value)).encode()


def request_bytes(request: Any, like: bytes) -> bytes:
    """A request that was changed, laid out roughly as the bytes it was read from.

    Two spaces a level if those were indented, else compact; a final newline if they had one. A lone surrogate that is
    still there stays the escape that it was.
    """
    try:
        data = _ENCODER.encode(request)
    except (UnicodeEncodeError, OverflowError):
        data = _LONE.sub(lambda found: f"\\u{ord(found[0]):04x}", _dumped(request)).encode()
        if _INDENTED.match(like):
            data = json.dumps(json.loads(data), indent=2).encode()
    else:
        if _INDENTED.match(like):
            data = msgspec.json.format(data, indent=2)
    return data + b"\n" if like.endswith(b"\n") else data


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
