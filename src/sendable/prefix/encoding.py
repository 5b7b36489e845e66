"""JSON values as bytes."""

from typing import Any

import msgspec

_encode = msgspec.json.Encoder().encode
_encode_sorted = msgspec.json.Encoder(order="sorted").encode


def encoded(value: Any) -> bytes:
    """A value as JSON, its keys in their order."""
    try:
        return _encode(value)
    except (UnicodeEncodeError, OverflowError):
        return repr(value).encode("utf-8", "surrogatepass")


def encoded_sorted(value: Any) -> bytes:
    """A value as JSON whatever the order of its keys; of a value that has no JSON text, what Python writes."""
    try:
        return _encode_sorted(value)
    except (UnicodeEncodeError, OverflowError):
        return repr(value).encode("utf-8", "surrogatepass")
