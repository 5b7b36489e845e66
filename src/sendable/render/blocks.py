"""One part, one function: which block each kind of part becomes.

An error says where it happened by its `path`, which is built only then: whoever renders the parts of something puts
the place in front on the way out.
"""

from collections.abc import Callable, Mapping
from typing import Any, NoReturn, TypeAlias

from sendable.conversation import (
    MEDIA,
    Audio,
    CachePoint,
    Document,
    Image,
    NativeCall,
    NativeResult,
    Part,
    RedactedThinking,
    SearchResult,
    Text,
    Thinking,
    ToolCall,
    ToolReference,
    ToolResult,
    Verbatim,
    Video,
)
from sendable.errors import PlacedError
from sendable.render.arguments import json_arguments
from sendable.render.cache_points import mark_only
from sendable.render.media import document_block, image_block, no_assistant_media, no_sound_or_film, no_system_media
from sendable.render.native import OWN, native_block
from sendable.render.results import tool_result
from sendable.render.style import Style
from sendable.render.thoughts import redacted_block, thinking_block

Json = dict[str, Any]
Render: TypeAlias = Callable[[Any, Style], Json | None]


def nested_blocks(parts: list[Part], style: Style) -> list[Json]:
    """The blocks inside a result, a document or a search result, where media may stand whoever speaks.

    Raises:
        UnsupportedContentBlockError, ContentDecodeError, CachePointError: a part has no form; `path` is from here on.
    """
    blocks: list[Json] = []
    at = -1
    try:
        for part in parts:
            at += 1
            if isinstance(part, CachePoint):
                mark_only(blocks, part)
                continue
            block = OF_USER[type(part)](part, style)
            if block is not None:
                blocks.append(block)
    except PlacedError as error:
        raise error.inside(f"parts.{at}") from None
    return blocks


def _text(part: Text, _style: Style) -> Json:
    block: Json = {"type": "text", "text": part.text}
    return block | part.extra if part.extra else block


def _document(part: Document, style: Style) -> Json:
    return document_block(part, style, nested_blocks)


def _tool_call(part: ToolCall, _style: Style) -> Json:
    """Arguments that are no object go as they are, for the contract to judge."""
    block: Json = {"type": "tool_use", "id": part.id, "name": part.name, "input": json_arguments(part.arguments)}
    return block | part.extra if part.extra else block


def _tool_result(part: ToolResult, style: Style) -> Json:
    return tool_result(part, style, nested_blocks)


def _tool_reference(part: ToolReference, _style: Style) -> Json:
    return {"type": "tool_reference", "tool_name": part.name, **part.extra}


def _search_result(part: SearchResult, style: Style) -> Json:
    held = nested_blocks(part.parts, style)
    return {"type": "search_result", "source": part.source, "title": part.title, "content": held, **part.extra}


def _verbatim(part: Verbatim, _style: Style) -> Json | None:
    """A block that only its own provider understands."""
    return part.block if part.provider == OWN else None


def _without_media(render: Render, refuse: Callable[[Any, Style], NoReturn]) -> Render:
    """Render a part with parts of its own; media among them are refused before anything else is looked at."""

    def rendered(part: ToolResult | SearchResult, style: Style) -> Json | None:
        _refuse_media(part, style, refuse)
        return render(part, style)

    return rendered


def _refuse_media(part: ToolResult | SearchResult, style: Style, refuse: Callable[[Any, Style], NoReturn]) -> None:
    for at, one in enumerate(part.parts or []):
        try:
            if isinstance(one, MEDIA):
                refuse(one, style)
            if isinstance(one, ToolResult | SearchResult):
                _refuse_media(one, style, refuse)
        except PlacedError as error:
            raise error.inside(f"parts.{at}") from None


# What each kind of part becomes where a user speaks, an assistant, or a system message.
OF_USER: Mapping[type, Render] = {
    Text: _text,
    Image: image_block,
    Document: _document,
    Audio: no_sound_or_film,
    Video: no_sound_or_film,
    ToolCall: _tool_call,
    ToolResult: _tool_result,
    ToolReference: _tool_reference,
    SearchResult: _search_result,
    Thinking: thinking_block,
    RedactedThinking: redacted_block,
    NativeCall: native_block,
    NativeResult: native_block,
    Verbatim: _verbatim,
}
OF_ASSISTANT: Mapping[type, Render] = {
    **OF_USER,
    **dict.fromkeys(MEDIA, no_assistant_media),
    **{kind: _without_media(OF_USER[kind], no_assistant_media) for kind in (ToolResult, SearchResult)},
}
OF_SYSTEM: Mapping[type, Render] = {
    **OF_USER,
    **dict.fromkeys(MEDIA, no_system_media),
    **{kind: _without_media(OF_USER[kind], no_system_media) for kind in (ToolResult, SearchResult)},
}
