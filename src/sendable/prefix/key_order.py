"""Inputs of calls that are equal as values, but whose keys stand in another order: only the cache sees that."""

from collections.abc import Iterator
from typing import Any

import msgspec

from sendable.prefix.alignment import Alignment
from sendable.prefix.message_differences import Sides
from sendable.wire.paths import Path

_encode = msgspec.json.Encoder().encode


def key_orders(sides: Sides, alignment: Alignment) -> Iterator[Path]:
    """The inputs, in the later request."""
    for i, j in alignment.other_bytes:
        here, there = sides.earlier[i].get("content"), sides.later[j].get("content")
        if not isinstance(here, list) or not isinstance(there, list):
            continue
        for at, (one, other) in enumerate(zip(here, there, strict=True)):
            if isinstance(one, dict) and one.get("type") == "tool_use" and _differs(one, other):
                yield ("messages", j, "content", at, "input")


def _differs(one: dict[str, Any], other: dict[str, Any]) -> bool:
    try:
        return _encode(one.get("input")) != _encode(other.get("input"))
    except (UnicodeEncodeError, OverflowError):
        return False
