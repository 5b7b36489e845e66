"""Anthropic's blocks in LangChain's messages: as they came, added up from a stream, or turned into v1 blocks."""

from typing import Any

import msgspec

from sendable.conversation import NativeCall, NativeResult, Part
from sendable.sources.anthropic_blocks import block_parts, without
from sendable.sources.json_text import value_of
from sendable.sources.langchain_calls import OWN, Speaker

Json = dict[str, Any]

_MCP = "remote_mcp"
# Fields of a citation that only one kind has, and the kind.
_TELLING = {
    "start_char_index": "char_location",
    "search_result_index": "search_result_location",
    "start_block_index": "content_block_location",
    "start_page_number": "page_location",
}
# Fields in which nothing is a value; elsewhere it is what the SDK's dump puts for a field that was not there.
_NULLABLE = {"compaction": ("content",)}
_TITLES = ("title", "document_title")


def native_parts(block: Json, model: str | None) -> list[Part]:
    """The parts of one of Anthropic's blocks, without what streaming and the SDK's dump of it left there."""
    kept = _NULLABLE.get(str(block.get("type")), ())
    held = {name: item for name, item in block.items() if item is not None or name in kept}
    streamed = held.pop("partial_json", None)
    held.pop("index", None)
    if isinstance(streamed, str) and not held.get("input"):
        held["input"] = _read(streamed)
    return [_told(part) for part in block_parts(held, model)]


def _told(part: Part) -> Part:
    """A result that somebody trimmed to a string is no block that Anthropic takes back; its words are still told."""
    if isinstance(part, NativeResult) and isinstance(part.content, str) and part.tool != "mcp":
        return msgspec.structs.replace(part, block={})
    return part


def _read(text: str) -> Any:
    try:
        return value_of(text or "{}")
    except (ValueError, RecursionError):
        return text


def native_v1(block: Json, speaker: Speaker) -> Part | None:
    """The part of a `server_tool_call` or `server_tool_result`; None where its id is missing."""
    is_result = block.get("type") == "server_tool_result"
    held = block.get("tool_call_id" if is_result else "id")
    if not isinstance(held, str):
        return None
    is_own = speaker.provider == OWN or (speaker.provider is None and held.startswith(("srvtoolu_", "mcptoolu_")))
    extras = block.get("extras")
    fields: Json = extras if isinstance(extras, dict) else {}
    make = _result if is_result else _call
    return make(block, held, fields, OWN if is_own else speaker.provider or "unknown")


def _call(block: Json, call_id: str, extras: Json, provider: str) -> Part:
    name, given = str(block.get("name")), block.get("args")
    if isinstance(given, str):
        given = _read(given)
    if not given and isinstance(extras.get("partial_json"), str):
        given = _read(extras["partial_json"])
    given = {} if given is None else given
    if provider != OWN:
        return NativeCall(provider=provider, id=call_id, tool=name, arguments=given)
    rest = without(extras, "tool_name", "partial_json")
    if name == _MCP:
        held = {"type": "mcp_tool_use", "id": call_id, "name": extras.get("tool_name"), "input": given} | rest
    else:
        wire_name = "code_execution" if name == "code_interpreter" else name
        held = {"type": "server_tool_use", "id": call_id, "name": wire_name, "input": given} | rest
    return native_parts(held, None)[0]


def _result(block: Json, call_id: str, extras: Json, provider: str) -> Part:
    kind, content = extras.get("block_type"), block.get("output", [])
    if provider != OWN or not isinstance(kind, str):
        return NativeResult(provider=provider, call_id=call_id, tool="a native tool", content=content)
    held: Json = {"type": kind, "tool_use_id": call_id, "content": content} | without(extras, "block_type")
    if kind == "mcp_tool_result":
        held["is_error"] = block.get("status") == "error"
    return native_parts(held, None)[0]


def citations_of(block: Json) -> list[Json]:
    """The citations of a text in Anthropic's words: as they came, or from a v1 block's annotations."""
    held = block.get("citations") or block.get("annotations")
    found = [_citation(one) for one in held if isinstance(one, dict)] if isinstance(held, list) else []
    return [one for one in found if one is not None]


def _citation(one: Json) -> Json | None:
    if one.get("type") == "non_standard_annotation":
        return one["value"] if isinstance(one.get("value"), dict) else None
    if one.get("type") != "citation":
        return {name: item for name, item in one.items() if name != "index" and (item is not None or name in _TITLES)}
    extras = one.get("extras")
    fields = {name: item for name, item in extras.items() if item is not None} if isinstance(extras, dict) else {}
    if "url" in one:
        said = {"url": one["url"], "title": one.get("title")}
        return {"type": "web_search_result_location", "cited_text": one.get("cited_text", ""), **said, **fields}
    kind = next((kind for field, kind in _TELLING.items() if field in fields), None)
    if kind is None:
        return None
    title = "title" if kind == "search_result_location" else "document_title"
    return {"type": kind, "cited_text": one.get("cited_text", ""), title: one.get("title"), **fields}
