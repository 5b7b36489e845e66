"""Blocks of tools that another provider ran, as LangChain keeps them: native calls and results of that provider."""

from typing import Any

from sendable.conversation import Lost, NativeCall, NativeResult, Part
from sendable.sources.openai_hosted import hosted_item
from sendable.sources.openai_parts import text_of

Json = dict[str, Any]

_CODE = "executable_code"
_RAN = "code_execution_result"
_CALLS = ("_call", "_use")
_RESULTS = ("_output", "_result")
_FRAME = ("type", "id", "call_id", "tool_call_id", "tool_use_id", "index", "status")


def hosted_parts(block: Json, provider: str | None, path: str, lost: list[Lost]) -> list[Part] | None:
    """The call, the result or both that a block stands for; None where it is neither.

    Args:
        block: a block of no kind of LangChain's own, nor of Anthropic's.
        provider: who wrote it, where that is known.
        path: where it stands; ids that are missing are made of it.
        lost: takes what no part can hold.
    """
    kind = str(block.get("type"))
    named = provider or "unknown"
    if kind in (_CODE, _RAN):
        return [_google(block, kind, named, path)]
    if not kind.endswith((*_CALLS, *_RESULTS)) and kind not in ("mcp_approval_request", "mcp_approval_response"):
        return None
    if provider in (None, "openai", "azure", "azure_openai") and not kind.endswith(("_use", "_result")):
        found = hosted_item({"id": f"call_{path}", **block}, 0, path, lost)
        return found.parts if found is not None else None
    return [_any(block, kind, named, path)]


def _google(block: Json, kind: str, provider: str, path: str) -> Part:
    call_id = text_of(block.get("tool_call_id"), text_of(block.get("id"), f"call_{path}"))
    if kind == _RAN:
        content = block.get(_RAN, block.get("output"))
        return NativeResult(provider=provider, call_id=call_id, tool="code_execution", content=content, block=block)
    held = {"code": block.get(_CODE, block.get("code")), "language": block.get("language")}
    arguments = {name: value for name, value in held.items() if value is not None}
    return NativeCall(provider=provider, id=call_id, tool="code_execution", arguments=arguments, block=block)


def _any(block: Json, kind: str, provider: str, path: str) -> Part:
    """A block whose kind says by its ending what it is."""
    ids = (block.get(name) for name in ("call_id", "tool_call_id", "tool_use_id", "id"))
    call_id = next((one for one in ids if isinstance(one, str) and one), f"call_{path}")
    said = {name: value for name, value in block.items() if name not in _FRAME and value is not None}
    ending = next(one for one in (*_CALLS, *_RESULTS) if kind.endswith(one))
    tool = text_of(block.get("name"), kind.removesuffix(ending))
    if ending in _RESULTS:
        content = next((said[name] for name in ("output", "content", "result") if name in said), said)
        return NativeResult(provider=provider, call_id=call_id, tool=tool, content=content, block=block)
    given = next((said[name] for name in ("arguments", "input", "args") if name in said), said)
    return NativeCall(provider=provider, id=call_id, tool=tool, arguments=given, block=block)
