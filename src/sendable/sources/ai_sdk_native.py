"""Calls that a provider ran: Anthropic's as the blocks that its own provider package makes of them again."""

from collections.abc import Callable
from typing import Any

import msgspec

from sendable.conversation import NativeCall, NativeResult
from sendable.sources.ai_sdk_parts import OWN, metadata, own, provider_of
from sendable.sources.openai_parts import arguments_of

Json = dict[str, Any]

_PREFIXES = ("srvtoolu_", "mcptoolu_")
_CODE = "code_execution"
_OF_CODE = ("bash_code_execution", "text_editor_code_execution")
_SEARCHES = ("tool_search_tool_regex", "tool_search_tool_bm25")
_KNOWN = ("web_search", "web_fetch", _CODE, *_OF_CODE, *_SEARCHES)


def native_call(call_id: str, name: str, given: Any, part: Json) -> NativeCall:
    """The call of a part.

    Args:
        call_id: its id.
        name: the tool, by the name that the application gave it.
        given: its input.
        part: the part with its metadata.
    """
    arguments = arguments_of(given)
    if not _is_own(call_id, part):
        return NativeCall(provider=provider_of(part) or "unknown", id=call_id, tool=name, arguments=arguments)
    block = _call_block(call_id, name, arguments, part) if isinstance(arguments, dict) else {}
    return NativeCall(provider=OWN, id=call_id, tool=str(block.get("name", name)), arguments=arguments, block=block)


def native_result(call_id: str, name: str, output: Any, part: Json, *, is_error: bool) -> NativeResult:
    """The result of a part; one of Anthropic's that no block can be made of is told as text."""
    if not _is_own(call_id, part):
        return NativeResult(provider=provider_of(part) or "unknown", call_id=call_id, tool=name, content=output)
    kind, content = _result_content(name, output, part, is_error=is_error, call_id=call_id)
    block: Json = {"type": kind, "tool_use_id": call_id, "content": content} if content is not None else {}
    if block and kind == "mcp_tool_result":
        block["is_error"] = is_error
    return NativeResult(provider=OWN, call_id=call_id, tool=name, content=output, block=block)


def _is_own(call_id: str, part: Json) -> bool:
    return OWN in metadata(part) or call_id.startswith(_PREFIXES)


def _call_block(call_id: str, name: str, arguments: Json, part: Json) -> Json:
    if _is_mcp(call_id, part):
        server = own(part).get("serverName")
        if not isinstance(server, str):
            return {}
        return {"type": "mcp_tool_use", "id": call_id, "name": name, "server_name": server, "input": arguments}
    kind = arguments.get("type")
    if name == _CODE and kind in _OF_CODE:
        name = str(kind)
        arguments = {field: value for field, value in arguments.items() if field != "type"}
    elif name == _CODE and kind == "programmatic-tool-call":
        arguments = {field: value for field, value in arguments.items() if field != "type"}
    if name not in _KNOWN:
        return {}
    return {"type": "server_tool_use", "id": call_id, "name": name, "input": arguments}


def _is_mcp(call_id: str, part: Json) -> bool:
    return own(part).get("type") == "mcp-tool-use" or call_id.startswith("mcptoolu_")


def _result_content(name: str, output: Any, part: Json, *, is_error: bool, call_id: str) -> tuple[str, Any]:
    """The kind of block of a result, and what it holds; None where that cannot be told."""
    if _is_mcp(call_id, part):
        return "mcp_tool_result", output if isinstance(output, str | list) else None
    if is_error:
        return _failure(name, output)
    make = _RESULTS.get(name)
    return make(output) if make is not None else (name, None)


def _failure(name: str, output: Any) -> tuple[str, Any]:
    """An error of Anthropic's own, which is kept as JSON text."""
    if isinstance(output, str):
        try:
            output = msgspec.json.decode(output)
        except (ValueError, RecursionError):
            output = None
    kind, code = (output.get("type"), output.get("errorCode")) if isinstance(output, dict) else (None, None)
    if not (isinstance(kind, str) and kind.endswith("_tool_result_error") and isinstance(code, str)):
        return name, None
    return kind.removesuffix("_error"), {"type": kind, "error_code": code}


def _searched(output: Any) -> tuple[str, Any]:
    kind = "web_search_tool_result"
    if not isinstance(output, list) or not all(isinstance(one, dict) and "encryptedContent" in one for one in output):
        return kind, None
    return kind, [
        {
            "type": "web_search_result",
            "url": one.get("url"),
            "title": one.get("title"),
            "page_age": one.get("pageAge"),
            "encrypted_content": one["encryptedContent"],
        }
        for one in output
    ]


def _fetched(output: Any) -> tuple[str, Any]:
    kind = "web_fetch_tool_result"
    document = output.get("content") if isinstance(output, dict) else None
    source = document.get("source") if isinstance(document, dict) else None
    if not isinstance(source, dict) or not isinstance(document, dict):
        return kind, None
    held = {"type": source.get("type"), "media_type": source.get("mediaType"), "data": source.get("data")}
    inner: Json = {"type": "document", "source": held}
    inner |= {name: document[name] for name in ("title", "citations") if document.get(name) is not None}
    found = {"type": "web_fetch_result", "url": output.get("url"), "content": inner}
    return kind, found | ({"retrieved_at": output["retrievedAt"]} if output.get("retrievedAt") is not None else {})


def _ran(output: Any) -> tuple[str, Any]:
    """Which of the three kinds of code execution it was is told by what came of it."""
    kind = output.get("type") if isinstance(output, dict) else None
    if not isinstance(kind, str):
        return _CODE, None
    tool = next((one for one in _OF_CODE if kind.startswith(one)), _CODE)
    held = {**output, "content": output.get("content") or []} if kind == "code_execution_result" else output
    return f"{tool}_tool_result", held


def _found(output: Any) -> tuple[str, Any]:
    kind = "tool_search_tool_result"
    if not isinstance(output, list) or not all(isinstance(one, dict) and "toolName" in one for one in output):
        return kind, None
    references = [{"type": "tool_reference", "tool_name": one["toolName"]} for one in output]
    return kind, {"type": "tool_search_tool_search_result", "tool_references": references}


_RESULTS: dict[str, Callable[[Any], tuple[str, Any]]] = {
    "web_search": _searched,
    "web_fetch": _fetched,
    **dict.fromkeys((_CODE, *_OF_CODE), _ran),
    **dict.fromkeys(_SEARCHES, _found),
}
