"""JSON as a person reads it: a block stands on one line if it fits, long strings and lists are shortened."""

import difflib
import json
from typing import Any

LINE = 104
LONG = 120
ENDS = 20
"""Entries of a long list that are shown at its start and at its end."""


def laid_out(value: Any) -> list[str]:
    """The lines of a value."""
    return _lines(_shortened(value), 0)


def unified(before: Any, after: Any, name: str = "request.json") -> list[str]:
    """The change from one value to another as a unified diff."""
    return list(
        difflib.unified_diff(laid_out(before), laid_out(after), f"{name}", f"{name} repaired", lineterm="", n=3)
    )


def _shortened(value: Any) -> Any:
    if isinstance(value, str) and len(value) > LONG:
        return f"{value[:48]}… {len(value)} characters …{value[-16:]}"
    if isinstance(value, dict):
        return {key: _shortened(held) for key, held in value.items()}
    if isinstance(value, (list, tuple)):
        middle = len(value) - 2 * ENDS
        if middle <= ENDS:
            return [_shortened(held) for held in value]
        ends = [*value[:ENDS], f"… {middle} more …", *value[-ENDS:]]
        return [_shortened(held) for held in ends]
    return value


def _lists_objects(value: Any) -> bool:
    """Whether a list of objects is in it: each then has a line of its own, so that a diff is exact."""
    if isinstance(value, dict):
        return any(map(_lists_objects, value.values()))
    return isinstance(value, list) and any(isinstance(held, dict) or _lists_objects(held) for held in value)


def _lines(value: Any, depth: int, lead: str = "", tail: str = "") -> list[str]:
    pad = "  " * depth
    flat = f"{pad}{lead}{json.dumps(value, ensure_ascii=False)}{tail}"
    if (
        not isinstance(value, (dict, list))
        or not value
        or (len(flat) <= LINE and depth > 0 and not _lists_objects(value))
    ):
        return [flat]
    if isinstance(value, dict):
        opening, closing = "{", "}"
        items = [(f"{json.dumps(key)}: ", held) for key, held in value.items()]
    else:
        opening, closing = "[", "]"
        items = [("", held) for held in value]
    lines = [f"{pad}{lead}{opening}"]
    for at, (key, held) in enumerate(items):
        lines += _lines(held, depth + 1, key, "," if at < len(items) - 1 else "")
    return [*lines, f"{pad}{closing}{tail}"]
