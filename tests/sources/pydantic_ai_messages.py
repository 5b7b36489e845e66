"""Requests of cases as the messages that pydantic-ai would hold of them.

What an assistant said is read by the library's own functions for responses of Anthropic, so the parts are those that an
application finds in its history.
"""

import base64
from collections.abc import Callable, Iterator
from typing import Any

import pytest

Json = dict[str, Any]


class NotHeldError(Exception):
    """pydantic-ai has no place for this."""


def messages_of(request: Json) -> list[Any]:
    """The messages of a request.

    Raises:
        NotHeldError: it holds something that pydantic-ai cannot hold.
    """
    lib = pytest.importorskip("pydantic_ai.messages")
    messages: list[Any] = []
    point: Any = None
    for message in request["messages"]:
        content = message["content"]
        if message.keys() != {"role", "content"}:
            raise NotHeldError("a field of a message")
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        if message["role"] == "user":
            messages.append(lib.ModelRequest(parts=_request_parts(lib, blocks, content, point)))
            point = None
        else:
            for said, point in _responses(lib, blocks):
                parts = [_response_part(lib, block) for block in said]
                messages.append(lib.ModelResponse(parts=parts, provider_name="anthropic"))
                if point is not None and said[-1] is not content[-1]:
                    messages.append(lib.ModelRequest(parts=[lib.UserPromptPart([point])]))
    if point is not None:
        raise NotHeldError("a breakpoint behind the last response")
    return messages


def _responses(lib: Any, blocks: list[Json]) -> Iterator[tuple[list[Json], Any]]:
    """A response, cut behind each breakpoint: a cache point stands in a prompt only, and marks what is before it."""
    start = 0
    for at, block in enumerate(blocks):
        point = _point(lib, block)
        if point is not None or at == len(blocks) - 1:
            yield blocks[start : at + 1], point
            start = at + 1


def _point(lib: Any, block: Json) -> Any:
    mark = block.get("cache_control")
    return None if mark is None else lib.CachePoint(ttl=mark.get("ttl", "5m"))


def _request_parts(lib: Any, blocks: list[Json], content: Any, point: Any) -> list[Any]:
    parts: list[Any] = []
    items: list[Any] = [] if point is None else [point]
    for block in blocks:
        if block["type"] == "tool_result":
            parts += _prompt(lib, items, None)
            items = []
            parts.append(_tool_return(lib, block))
        else:
            items.append(_item(lib, block))
        if (own := _point(lib, block)) is not None:
            items.append(own)
    return [*parts, *_prompt(lib, items, content)]


def _prompt(lib: Any, items: list[Any], content: Any) -> Iterator[Any]:
    if items:
        yield lib.UserPromptPart(content if items == [content] else items)


def _item(lib: Any, block: Json) -> Any:
    source = block.get("source", {})
    if block["type"] == "text":
        return block["text"]
    if source.get("type") == "base64":
        return lib.BinaryContent(base64.b64decode(source["data"]), media_type=source["media_type"])
    raise NotHeldError(block["type"])


def _tool_return(lib: Any, block: Json) -> Any:
    content = block["content"]
    held = content if isinstance(content, str) else [_item(lib, one) for one in content]
    outcome = "failed" if block.get("is_error") else "success"
    return lib.ToolReturnPart("search", held, block["tool_use_id"], outcome=outcome)


def _response_part(lib: Any, block: Json) -> Any:
    kind = block["type"]
    if kind == "text":
        return lib.TextPart(block["text"])
    if kind == "thinking":
        return lib.ThinkingPart(block["thinking"], signature=block["signature"], provider_name="anthropic")
    if kind == "tool_use":
        if "caller" in block:
            raise NotHeldError("the caller of a client call")
        return lib.ToolCallPart(block["name"], block["input"], block["id"])
    return _native_part(kind, block)


def _native_part(kind: str, block: Json) -> Any:
    native = pytest.importorskip("pydantic_ai.models.anthropic._native_tools")
    types = pytest.importorskip("anthropic.types.beta")
    maps: dict[str, tuple[Any, Callable[..., Any]]] = {
        "server_tool_use": (types.BetaServerToolUseBlock, native.map_server_tool_use_block),
        "mcp_tool_use": (types.BetaMCPToolUseBlock, native.map_mcp_server_use_block),
        "web_search_tool_result": (types.BetaWebSearchToolResultBlock, native.map_web_search_tool_result_block),
        "web_fetch_tool_result": (types.BetaWebFetchToolResultBlock, native.map_web_fetch_tool_result_block),
        "tool_search_tool_result": (types.BetaToolSearchToolResultBlock, native.map_tool_search_tool_result_block),
        "code_execution_tool_result": (
            types.BetaCodeExecutionToolResultBlock,
            native.map_code_execution_tool_result_block,
        ),
    }
    if kind == "mcp_tool_result":
        item = types.BetaMCPToolResultBlock.model_validate({"is_error": False, **block})
        call = native.NativeToolCallPart("mcp_server:docs", {}, block["tool_use_id"])
        return native.map_mcp_server_result_block(item, call, "anthropic")
    if kind not in maps:
        raise NotHeldError(kind)
    made, mapped = maps[kind]
    return mapped(made.model_validate(block), "anthropic")
