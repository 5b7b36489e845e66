"""The result of a client tool: one `tool_result`, with its blocks in their order."""

from collections.abc import Callable
from typing import Any

from sendable.conversation import CachePoint, Part, Text, ToolResult
from sendable.render.style import Style

Json = dict[str, Any]


def tool_result(part: ToolResult, path: str, style: Style, nested: Callable[[Part, str], list[Json]]) -> Json:
    """The block of a result. Keys stand in this order: type, tool_use_id, content, is_error, then what was stored.

    A result of text alone keeps the form that it was stored in unless the style forces one; an empty one is `""`.
    """
    block: Json = {"type": "tool_result", "tool_use_id": part.call_id}
    if part.parts is not None:
        block["content"] = _content(part, path, style, nested)
    if part.is_error is not None:
        block["is_error"] = part.is_error
    return block | part.extra


def _content(part: ToolResult, path: str, style: Style, nested: Callable[[Part, str], list[Json]]) -> str | list[Json]:
    held = part.parts or []
    if not held:
        return ""
    if all(isinstance(one, Text) and not one.extra for one in held):
        as_string = part.bare if style.text_results == "stored" else style.text_results == "string"
        if as_string:
            return "".join(one.text for one in held if isinstance(one, Text))
    blocks: list[Json] = []
    for at, one in enumerate(held):
        if isinstance(one, CachePoint) and blocks:
            mark = {"type": "ephemeral"} | ({"ttl": one.ttl} if one.ttl else {}) | one.extra
            blocks[-1] = {**blocks[-1], "cache_control": mark}
        else:
            blocks += nested(one, f"{path}.parts.{at}")
    return blocks
