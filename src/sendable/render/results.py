"""The result of a client tool: one `tool_result`, with its blocks in their order."""

from collections.abc import Callable
from typing import Any

from sendable.conversation import Part, Text, ToolResult
from sendable.render.style import Style

Json = dict[str, Any]


def tool_result(part: ToolResult, style: Style, nested: Callable[[list[Part], Style], list[Json]]) -> Json:
    """The block of a result. Keys stand in this order: type, tool_use_id, content, is_error, then what was stored.

    A result of text alone keeps the form that it was stored in unless the style forces one; an empty one is `""`.
    Where nothing at all was stored there is no `content`.
    """
    block: Json = {"type": "tool_result", "tool_use_id": part.call_id}
    if part.parts is not None:
        block["content"] = _content(part, part.parts, style, nested)
    if part.is_error is not None:
        block["is_error"] = part.is_error
    return block | part.extra if part.extra else block


def _content(
    part: ToolResult, held: list[Part], style: Style, nested: Callable[[list[Part], Style], list[Json]]
) -> str | list[Json]:
    if not held:
        return ""
    form = style.text_results
    texts = [one.text for one in held if type(one) is Text and not one.extra]
    if len(texts) == len(held):
        as_string = part.bare if form == "stored" else form == "string" or not any(texts)
        if as_string:
            return texts[0] if len(texts) == 1 else "".join(texts)
    return nested(held, style)
