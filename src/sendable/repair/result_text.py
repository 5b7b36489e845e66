"""Blocks that may not stand in a tool result, told as text."""

import json
from collections.abc import Iterator
from typing import Any

from sendable.repair.change import Loss
from sendable.wire.blocks import Json

MEDIA = ("image", "document")
FAILED = "The tool call failed."
"""What an error result says that has nothing else to say: no more than its flag does."""


def as_text(block: Json) -> Json:
    """A text block that tells a block; a breakpoint is carried on."""
    told = {"type": "text", "text": "\n".join(_lines(block)) or f"[{block.get('type')}]"}
    mark = block.get("cache_control")
    return told if mark is None else {**told, "cache_control": mark}


def _lines(block: Json) -> Iterator[str]:
    kind = block.get("type")
    if kind == "search_result":
        yield from (line for line in (block.get("title"), block.get("source")) if isinstance(line, str) and line)
        yield from _texts(block.get("content"))
    elif kind == "thinking":
        yield from _texts([{"text": block.get("thinking")}])
    elif kind == "tool_reference":
        yield f"[tool: {block.get('tool_name')}]"
    else:
        held = {name: value for name, value in block.items() if name not in ("type", "cache_control")}
        yield f"[{kind}] {json.dumps(held, ensure_ascii=False, default=str)}"


def _texts(content: Any) -> Iterator[str]:
    for item in content if isinstance(content, (list, tuple)) else ():
        text = item.get("text") if isinstance(item, dict) else None
        if isinstance(text, str) and text.strip():
            yield text


def only_text(content: list[Any], why: str) -> tuple[list[Any], Loss]:
    """The content of a result with everything but text told as text, and what that costs.

    An image or a document cannot be told; a note takes its place.
    """
    told: list[Any] = []
    loss = Loss.KEEPS
    for item in content:
        if not isinstance(item, dict) or item.get("type") == "text":
            told.append(item)
        elif item.get("type") in MEDIA:
            told.append({"type": "text", "text": f"[{item['type']} removed: {why}]"})
            loss = Loss.DROPS
        else:
            told.append(as_text(item))
            loss = max(loss, Loss.DEMOTES)
    return told, loss


def says_something(content: list[Any]) -> bool:
    """Whether there is a text that is not blank."""
    return any(isinstance(item, dict) and str(item.get("text") or "").strip() for item in content)
