"""JSON values as bytes, their keys in the order in which they stand."""

from typing import Any

import msgspec

_encode = msgspec.json.Encoder().encode


def encoded(value: Any) -> bytes:
    """A value as JSON, its keys in their order."""
    try:
        return _encode(value)
    except (UnicodeEncodeError, OverflowError):
        return repr(value).encode("utf-8", "surrogatepass")
