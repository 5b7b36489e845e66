"""The blocks of the Messages API as parts, and the parts' fields that have no name kept beside them."""

from collections.abc import Callable
from typing import Any

from sendable.conversation import (
    Base64,
    CachePoint,
    Document,
    File,
    Image,
    NativeCall,
    NativeResult,
    Part,
    Parts,
    Plain,
    RedactedThinking,
    SearchResult,
    Source,
    Text,
    Thinking,
    ToolCall,
    ToolReference,
    ToolResult,
    Url,
    Verbatim,
)

Json = dict[str, Any]
OWN = "anthropic"


def block_parts(block: Any, model: str | None) -> list[Part]:
    """The part of a block, and the cache point behind it where the block carries one.

    Args:
        block: any content block.
        model: the model that wrote it, where that is known.
    """
    if not isinstance(block, dict):
        return []
    if "cache_control" not in block:
        return [_part(block, model)]
    mark = block["cache_control"]
    if not isinstance(mark, dict) or mark.get("type") != "ephemeral":
        return [_part(block, model)]
    point = CachePoint(ttl=mark.get("ttl"), extra=without(mark, "type", "ttl"))
    return [_part(without(block, "cache_control"), model), point]


def _part(block: Json, model: str | None) -> Part:
    kind = block.get("type")
    make = _PARTS.get(kind) if isinstance(kind, str) else None
    part = make(block, model) if make is not None else None
    return part if part is not None else Verbatim(provider=OWN, block=block)


def _text(block: Json, _model: str | None) -> Part | None:
    text = block.get("text")
    if not isinstance(text, str):
        return None
    return Text(text=text) if len(block) == 2 else Text(text=text, extra=without(block, "type", "text"))


def _image(block: Json, _model: str | None) -> Part | None:
    source = _source(block.get("source"))
    if source is None or isinstance(source, Plain | Parts):
        return None
    return Image(source=source, extra=without(block, "type", "source"))


def _document(block: Json, model: str | None) -> Part | None:
    source = _source(block.get("source"), model)
    if source is None or (isinstance(source, Base64) and source.media_type == "text/plain"):
        return None
    title, context, citations = block.get("title"), block.get("context"), block.get("citations")
    simple = isinstance(citations, dict) and set(citations) == {"enabled"} and isinstance(citations["enabled"], bool)
    named = {
        "title": isinstance(title, str),
        "context": isinstance(context, str),
        "citations": simple,
    }
    return Document(
        source=source,
        name=title if named["title"] else None,
        context=context if named["context"] else None,
        citations=block["citations"]["enabled"] if simple else None,
        extra=without(block, "type", "source", *(name for name, is_named in named.items() if is_named)),
    )


def _source(source: Any, model: str | None = None) -> Source | None:
    if not isinstance(source, dict):
        return None
    make = _SOURCES.get((str(source.get("type")), frozenset(source) - {"type"}))
    return make(source, model) if make is not None else None


def _content_source(source: Json, model: str | None) -> Source | None:
    held = source["content"]
    if isinstance(held, str):
        return Parts(parts=[Text(text=held)], bare=True)
    if not is_objects(held) or any("cache_control" in block for block in held):
        return None
    return Parts(parts=[part for block in held for part in block_parts(block, model)])


def _strings(source: Json, *names: str) -> bool:
    return all(isinstance(source[name], str) for name in names)


_SOURCES: dict[tuple[str, frozenset[str]], Callable[[Json, str | None], Source | None]] = {
    ("base64", frozenset({"media_type", "data"})): lambda s, _: (
        Base64(data=s["data"], media_type=s["media_type"]) if _strings(s, "data", "media_type") else None
    ),
    ("url", frozenset({"url"})): lambda s, _: Url(url=s["url"]) if _strings(s, "url") else None,
    ("file", frozenset({"file_id"})): lambda s, _: File(file_id=s["file_id"]) if _strings(s, "file_id") else None,
    ("text", frozenset({"media_type", "data"})): lambda s, _: (
        Plain(text=s["data"]) if isinstance(s["data"], str) and s["media_type"] == "text/plain" else None
    ),
    ("content", frozenset({"content"})): _content_source,
}


def _tool_use(block: Json, _model: str | None) -> Part | None:
    if not (isinstance(block.get("id"), str) and isinstance(block.get("name"), str) and "input" in block):
        return None
    if len(block) == 4:
        return ToolCall(id=block["id"], name=block["name"], arguments=block["input"])
    extra = without(block, "type", "id", "name", "input")
    return ToolCall(id=block["id"], name=block["name"], arguments=block["input"], extra=extra)


def _tool_result(block: Json, model: str | None) -> Part | None:
    content, flag = block.get("content"), block.get("is_error")
    content = list(content) if isinstance(content, tuple) else content
    if not isinstance(block.get("tool_use_id"), str) or not isinstance(content, str | list | None):
        return None
    if isinstance(content, list) and not is_objects(content):
        return None
    named = ["type", "tool_use_id"]
    if content is not None:
        named.append("content")
    if isinstance(flag, bool):
        named.append("is_error")
    return ToolResult(
        call_id=block["tool_use_id"],
        parts=_result_parts(content, model),
        bare=isinstance(content, str),
        is_error=flag if isinstance(flag, bool) else None,
        extra=without(block, *named) if len(block) > len(named) else {},
    )


def _result_parts(content: str | list[Json] | None, model: str | None) -> list[Part] | None:
    if isinstance(content, str):
        return [Text(text=content)] if content else []
    return None if content is None else [part for block in content for part in block_parts(block, model)]


def _tool_reference(block: Json, _model: str | None) -> Part | None:
    if not isinstance(block.get("tool_name"), str):
        return None
    return ToolReference(name=block["tool_name"], extra=without(block, "type", "tool_name"))


def _search_result(block: Json, model: str | None) -> Part | None:
    if not (is_objects(block.get("content")) and all(isinstance(block.get(n), str) for n in ("source", "title"))):
        return None
    return SearchResult(
        source=block["source"],
        title=block["title"],
        parts=[part for one in block["content"] for part in block_parts(one, model)],
        extra=without(block, "type", "source", "title", "content"),
    )


def _thinking(block: Json, model: str | None) -> Part | None:
    if not (isinstance(block.get("thinking"), str) and isinstance(block.get("signature"), str)):
        return None
    extra = without(block, "type", "thinking", "signature")
    return Thinking(text=block["thinking"], signature=block["signature"], provider=OWN, model=model, extra=extra)


def _redacted(block: Json, model: str | None) -> Part | None:
    if not isinstance(block.get("data"), str):
        return None
    return RedactedThinking(data=block["data"], provider=OWN, model=model, extra=without(block, "type", "data"))


def _native_call(block: Json, _model: str | None) -> Part | None:
    if not (isinstance(block.get("id"), str) and isinstance(block.get("name"), str)):
        return None
    tool = block["name"] if block["type"] == "server_tool_use" else f"{block.get('server_name')}.{block['name']}"
    return NativeCall(provider=OWN, id=block["id"], tool=tool, arguments=block.get("input"), block=block)


def _native_result(block: Json, _model: str | None) -> Part | None:
    if not isinstance(block.get("tool_use_id"), str):
        return None
    tool = str(block["type"]).removesuffix("_tool_result")
    return NativeResult(
        provider=OWN, call_id=block["tool_use_id"], tool=tool, content=block.get("content"), block=block
    )


def without(value: Json, *names: str) -> Json:
    """The fields but for these."""
    return {name: item for name, item in value.items() if name not in names}


_PARTS: dict[str, Callable[[Json, str | None], Part | None]] = {
    "text": _text,
    "image": _image,
    "document": _document,
    "tool_use": _tool_use,
    "tool_result": _tool_result,
    "tool_reference": _tool_reference,
    "search_result": _search_result,
    "thinking": _thinking,
    "redacted_thinking": _redacted,
    "server_tool_use": _native_call,
    "mcp_tool_use": _native_call,
    **dict.fromkeys(
        (
            "web_search_tool_result",
            "web_fetch_tool_result",
            "advisor_tool_result",
            "code_execution_tool_result",
            "bash_code_execution_tool_result",
            "text_editor_code_execution_tool_result",
            "tool_search_tool_result",
            "mcp_tool_result",
        ),
        _native_result,
    ),
}


def is_objects(value: object) -> bool:
    """Whether this is a list of objects and nothing else."""
    return isinstance(value, list | tuple) and all(isinstance(item, dict) for item in value)
