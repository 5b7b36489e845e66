"""Items of Responses that stand for tools which OpenAI runs, or which it has the application run for it.

Each becomes a native call, a native result, or both, of the provider `openai`. What they hold is told, pictures aside:
the picture of a screenshot follows as an image of its own, one that a model drew is lost, since an assistant can show
none here.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from sendable.conversation import Lost, NativeCall, NativeResult, Part
from sendable.sources.openai_parts import OWN, arguments_of, content_parts, text_of

Json = dict[str, Any]

_FRAME = {"type", "id", "call_id", "status", "caller", "created_by", "agent"}


class Hosted(msgspec.Struct, frozen=True):
    """What an item of a hosted tool becomes.

    Attributes:
        parts: calls and results, in order.
        by_application: whether the application said it, not the model.
    """

    parts: list[Part]
    by_application: bool = False


def hosted_item(item: Json, at: int, path: str, lost: list[Lost]) -> Hosted | None:
    """What the item becomes; None for one that is neither a call nor a result of a hosted tool.

    Args:
        item: an item of Responses.
        at: its place among the items, of which a missing id is made.
        path: the same place, for what is lost.
        lost: takes what no part can hold.
    """
    kind = str(item.get("type"))
    make = _ITEMS.get(kind)
    call_id = text_of(item.get("call_id"), text_of(item.get("id"), f"call_{at}_0"))
    if make is not None:
        return make(item, call_id, path, lost)
    if kind.endswith("_call"):
        return Hosted([_call(call_id, kind.removesuffix("_call"), _fields(item))])
    if kind.endswith("_output"):
        tool = kind.removesuffix("_output").removesuffix("_call")
        return Hosted([_result(call_id, tool, _meant(item.get("output", _fields(item))))], by_application=True)
    return None


def _call(call_id: str, tool: str, arguments: Any) -> NativeCall:
    return NativeCall(provider=OWN, id=call_id, tool=tool, arguments=arguments)


def _result(call_id: str, tool: str, content: Any) -> NativeResult:
    return NativeResult(provider=OWN, call_id=call_id, tool=tool, content=content)


def _fields(item: Json, *without: str) -> Json:
    return {name: value for name, value in item.items() if name not in (*_FRAME, *without) and value is not None}


def _meant(value: Any) -> Any:
    """JSON text as what it says, so that it is told without escapes."""
    return arguments_of(value) if isinstance(value, str) and value.strip() else value


def _pair(call: NativeCall, content: Any, item: Json) -> Hosted:
    """A call with its result; without one it is in flight, unless its status says how it ended."""
    if content is None and item.get("status") in (None, "in_progress", "searching", "interpreting", "generating"):
        return Hosted([call])
    told = {"status": item.get("status")} if content is None else content
    return Hosted([call, _result(call.id, call.tool, told)])


def _web_search(item: Json, call_id: str, _path: str, _lost: list[Lost]) -> Hosted:
    action = item.get("action")
    held = action if isinstance(action, dict) else {}
    asked = {name: value for name, value in held.items() if name != "sources" and value is not None}
    return _pair(_call(call_id, "web_search", asked), held.get("sources"), item)


def _file_search(item: Json, call_id: str, _path: str, _lost: list[Lost]) -> Hosted:
    return _pair(_call(call_id, "file_search", _fields(item, "results")), item.get("results"), item)


def _code(item: Json, call_id: str, _path: str, _lost: list[Lost]) -> Hosted:
    asked = _fields(item, "outputs", "container_id")
    return _pair(_call(call_id, "code_interpreter", asked), item.get("outputs"), item)


def _drawing(item: Json, call_id: str, path: str, lost: list[Lost]) -> Hosted:
    if item.get("result") is not None:
        lost.append(Lost(f"{path}.result", "a picture that the model drew"))
    return _pair(_call(call_id, "image_generation", _fields(item, "result", "error")), item.get("error"), item)


def _mcp(item: Json, call_id: str, _path: str, _lost: list[Lost]) -> Hosted:
    output = item.get("output")
    content = {"error": item["error"]} if output is None and item.get("error") is not None else _meant(output)
    return _pair(_call(call_id, _remote(item), arguments_of(item.get("arguments"))), content, item)


def _remote(item: Json) -> str:
    server, name = text_of(item.get("server_label"), ""), text_of(item.get("name"), "mcp")
    return f"{server}.{name}" if server else name


def _approval(item: Json, call_id: str, _path: str, _lost: list[Lost]) -> Hosted:
    asked = {"tool": _remote(item), "arguments": arguments_of(item.get("arguments"))}
    return Hosted([_call(call_id, "mcp_approval", asked)])


def _approved(item: Json, _call_id: str, _path: str, _lost: list[Lost]) -> Hosted:
    asked = text_of(item.get("approval_request_id"), "")
    content = _fields(item, "approval_request_id")
    return Hosted([_result(asked, "mcp_approval", content)], by_application=True)


def _screen(item: Json, call_id: str, path: str, lost: list[Lost]) -> Hosted:
    """A screenshot is an image of the application's."""
    shown = content_parts(item.get("output"), f"{path}.output", lost)
    return Hosted([_result(call_id, "computer", "a screenshot"), *shown], by_application=True)


def _tool_search(item: Json, call_id: str, _path: str, _lost: list[Lost]) -> Hosted:
    found = item.get("tools")
    names = [one.get("name") for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    return Hosted([_result(call_id, "tool_search", names)], by_application=item.get("execution") == "client")


def _searched(item: Json, call_id: str, _path: str, _lost: list[Lost]) -> Hosted:
    return Hosted([_call(call_id, "tool_search", _meant(item.get("arguments")))])


def _program(item: Json, call_id: str, _path: str, _lost: list[Lost]) -> Hosted:
    return Hosted([_call(call_id, "program", _fields(item, "fingerprint"))])


def _program_output(item: Json, call_id: str, _path: str, _lost: list[Lost]) -> Hosted:
    return Hosted([_result(call_id, "program", _meant(item.get("result")))])


_ITEMS: dict[str, Callable[[Json, str, str, list[Lost]], Hosted]] = {
    "web_search_call": _web_search,
    "file_search_call": _file_search,
    "code_interpreter_call": _code,
    "image_generation_call": _drawing,
    "mcp_call": _mcp,
    "mcp_approval_request": _approval,
    "mcp_approval_response": _approved,
    "computer_call_output": _screen,
    "tool_search_call": _searched,
    "tool_search_output": _tool_search,
    "program": _program,
    "program_output": _program_output,
}
