"""The result of a client tool: one `tool_result`, with its blocks in their order."""

from collections.abc import Callable
from typing import Any

from sendable.conversation import CachePoint, Part, Text, ToolResult
from sendable.render.cache_points import marked
from sendable.render.style import Style

Json = dict[str, Any]


def tool_result(part: ToolResult, style: Style, nested: Callable[[list[Part], Style], list[Json]]) -> Json:
    """The block of a result. Keys stand in this order: type, tool_use_id, content, is_error, then what was stored.

    A result of text alone keeps the form that it was stored in unless the style forces one; an empty one is `""`.
    Where nothing at all was stored there is no `content`. A cache point behind a text that is forced to a
    string marks the result itself. Texts with fields of their own stay blocks, as does one behind a cache point.
    """
    block: Json = {"type": "tool_result", "tool_use_id": part.call_id}
    held = part.parts
    points: list[CachePoint] = []
    if held and style.text_results == "string" and type(held[-1]) is CachePoint:
        before = [one for one in held if type(one) is Text and not one.extra]
        points = [one for one in held[len(before) :] if type(one) is CachePoint]
        if before and len(before) + len(points) == len(held):
            held = [*before]
        else:
            points = []
    if held is not None:
        block["content"] = _content(part, held, style, nested)
    if part.is_error is not None:
        block["is_error"] = part.is_error
    block = block | part.extra if part.extra else block
    for point in points:
        block = marked(block, point)
    return block


def _content(
    part: ToolResult, held: list[Part], style: Style, nested: Callable[[list[Part], Style], list[Json]]
) -> str | list[Json]:
    if not held:
        return ""
    form = style.text_results
    first = held[0]
    if part.bare and form == "stored" and len(held) == 1 and type(first) is Text and not first.extra:
        return first.text
    texts = [one.text for one in held if type(one) is Text and not one.extra]
    if len(texts) == len(held):
        as_string = part.bare if form == "stored" else form == "string" or not any(texts)
        if as_string:
            return texts[0] if len(texts) == 1 else "".join(texts)
    return nested(held, style)
