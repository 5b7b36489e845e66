"""Calls that Anthropic ran, as the very blocks of the Messages API; those of other providers as what they are.

pydantic-ai keeps such a call under a name of its own and puts what only Anthropic understands into
`provider_details`. From both the block is put together again as pydantic-ai's own Anthropic model does it. A call that
no block can be made of (a tool that the library does not know, a part without a provider) is told as text.
"""

from typing import Any

from sendable.conversation import NativeCall, NativeResult
from sendable.sources.json_text import value_of

Json = dict[str, Any]

OWN = "anthropic"
_STATELESS = ("web_search", "web_search_tool_result", "web_fetch", "tool_search", "advisor")
_CODE = ("code_execution", "bash_code_execution", "text_editor_code_execution")
_OF_CODE = (*_CODE, "code_execution_tool_result")
_SIMPLE = {
    "web_search": "web_search",
    "web_search_tool_result": "web_search",
    "web_fetch": "web_fetch",
    "advisor": "advisor",
}
_MCP = "mcp_server"
INVALID = "INVALID_JSON"


def is_own(provider: object, response: Json) -> bool:
    """Whether signed or encrypted data of that provider is Anthropic's; its models on other platforms count."""
    if provider == OWN:
        return True
    return (
        provider is not None and provider == response.get("provider_name") and response.get("canonical_system") == OWN
    )


def is_code_call(part: Json) -> bool:
    """Whether a part is a call of Anthropic's code execution."""
    return (
        part.get("part_kind") == "builtin-tool-call"
        and part.get("tool_name") in _CODE
        and part.get("provider_name") == OWN
    )


def native_call(part: Json, call_id: str, response: Json) -> NativeCall:
    """The call of a `builtin-tool-call` part."""
    tool = str(part.get("tool_name"))
    arguments = arguments_of(part.get("args"))
    if not _goes_back(part, tool, response):
        return NativeCall(provider=_provider(part), id=call_id, tool=tool, arguments=arguments)
    block = _call_block(part, tool, call_id, arguments)
    name = str(block["name"]) if block else tool
    return NativeCall(provider=OWN, id=call_id, tool=name, arguments=arguments, block=block)


def native_result(part: Json, call_id: str, response: Json) -> NativeResult:
    """The result of a `builtin-tool-return` part."""
    tool, content = str(part.get("tool_name")), part.get("content")
    if not _goes_back(part, tool, response):
        return NativeResult(provider=_provider(part), call_id=call_id, tool=tool, content=content)
    block = _result_block(part, tool, call_id, content)
    return NativeResult(provider=OWN, call_id=call_id, tool=tool, content=content, block=block)


def arguments_of(args: Any) -> Any:
    """The arguments of a call: an object, read from its JSON text if need be; text that is no object stays."""
    if args is None or args == "":
        return {}
    if not isinstance(args, str):
        return args
    try:
        value = value_of(args)
    except (ValueError, RecursionError):
        return args
    return value if isinstance(value, dict) else args


def _goes_back(part: Json, tool: str, response: Json) -> bool:
    provider = part.get("provider_name")
    return is_own(provider, response) if tool in _STATELESS else provider == OWN


def _provider(part: Json) -> str:
    provider = part.get("provider_name")
    return provider if isinstance(provider, str) and provider != OWN else "unknown"


def _details(part: Json) -> Json:
    details = part.get("provider_details")
    return details if isinstance(details, dict) else {}


def _caller(part: Json) -> Json:
    caller = _details(part).get("anthropic_caller")
    return {"caller": caller} if isinstance(caller, dict) else {}


def _call_block(part: Json, tool: str, call_id: str, arguments: Any) -> Json:
    given = arguments if isinstance(arguments, dict) else {INVALID: arguments}
    if tool.partition(":")[0] == _MCP:
        return _mcp_call(tool, call_id, given)
    name: str | None = _SIMPLE.get(tool)
    if tool in _CODE:
        name = _code_name(part, tool)
    elif tool == "tool_search":
        name, given = _tool_search(part, given)
    if name is None:
        return {}
    return {"type": "server_tool_use", "id": call_id, "name": name, "input": given} | _caller(part)


def _mcp_call(tool: str, call_id: str, given: Json) -> Json:
    server, name, held = tool.partition(":")[2], given.get("tool_name"), given.get("tool_args")
    if not (server and isinstance(name, str) and name and held is not None):
        return {}
    return {"type": "mcp_tool_use", "id": call_id, "server_name": server, "name": name, "input": held}


def _tool_search(part: Json, given: Json) -> tuple[str, Json]:
    """Its name on the wire, and the one string that each of its two kinds takes."""
    kind = "regex" if _details(part).get("strategy") == "regex" else "bm25"
    name = f"tool_search_tool_{kind}"
    if "queries" not in given:
        return name, given
    asked = given["queries"] if isinstance(given["queries"], list) else []
    joined = " ".join(query for query in asked if isinstance(query, str))
    return name, {"pattern" if kind == "regex" else "query": joined}


def _code_name(part: Json, tool: str) -> str:
    named = _details(part).get("anthropic_tool_name")
    if named in _CODE:
        return str(named)
    if tool in _CODE[1:]:
        return tool
    content = part.get("content")
    kind = content.get("type") if isinstance(content, dict) else None
    return next((name for name in _CODE[1:] if isinstance(kind, str) and kind.startswith(name)), _CODE[0])


def _result_block(part: Json, tool: str, call_id: str, content: Any) -> Json:
    if tool.partition(":")[0] == _MCP:
        return _mcp_result(call_id, content)
    if tool == "tool_search":
        return _search_result(part, call_id, content)
    if not isinstance(content, dict) and not (isinstance(content, list) and tool not in ("web_fetch", "advisor")):
        return {}
    if tool in _OF_CODE:
        return {"type": f"{_code_name(part, tool)}_tool_result", "tool_use_id": call_id, "content": content}
    if tool not in _SIMPLE:
        return {}
    block: Json = {"type": f"{_SIMPLE[tool]}_tool_result", "tool_use_id": call_id, "content": content}
    return block if tool == "advisor" else block | _caller(part)


def _mcp_result(call_id: str, content: Any) -> Json:
    if not isinstance(content, dict) or not {"content", "is_error"} <= content.keys():
        return {}
    held = {name: content[name] for name in ("content", "is_error")}
    return {"type": "mcp_tool_result", "tool_use_id": call_id} | held


def _search_result(part: Json, call_id: str, content: Any) -> Json:
    code = _details(part).get("error_code")
    inner: Json = {"type": "tool_search_tool_result_error", "error_code": code}
    if code is None:
        found = content.get("discovered_tools") if isinstance(content, dict) else None
        if not isinstance(found, list):
            return {}
        names = [one["name"] for one in found if isinstance(one, dict) and isinstance(one.get("name"), str)]
        references = [{"type": "tool_reference", "tool_name": name} for name in names]
        inner = {"type": "tool_search_tool_search_result", "tool_references": references}
    return {"type": "tool_search_tool_result", "tool_use_id": call_id, "content": inner}
