"""The parts of an answer as a script writes them, as blocks of the wire.

A part is a text, a whole block (it has a `type`), or an object with one of the names below. An id that is not given is
made later: where one block names another of the same answer, both hold the same place holder, see `NewId`.
"""

from collections.abc import Callable
from typing import Any

from sendable.emulator.native_results import INPUTS, result_of
from sendable.errors import UsageError
from sendable.wire.index import Json

CODE_CALLER = "code_execution_20260120"

_DETAIL = "an answer of a script: "


class NewId:
    """Stands for an id that is given when the answer is sent."""

    def __init__(self, what: str) -> None:
        self.what = what


def blocks_of(part: Any) -> list[Json]:
    """The blocks that a part stands for.

    Raises:
        UsageError: it is no part.
    """
    if isinstance(part, str):
        return [{"type": "text", "text": part}]
    if not isinstance(part, dict):
        raise UsageError(f"{_DETAIL}a part is a text or an object, not {type(part).__name__}")
    if "type" in part:
        return [dict(part)]
    names = [name for name in part if name in PARTS]
    if len(names) != 1:
        raise UsageError(f"{_DETAIL}a part has a `type` or one of {', '.join(PARTS)}; this one has {', '.join(part)}")
    [name] = names
    rest = {field: value for field, value in part.items() if field != name}
    return PARTS[name](part[name], rest)


def _text(value: Any, rest: Json) -> list[Json]:
    return [{"type": "text", "text": str(value), **rest}]


def _thinking(value: Any, rest: Json) -> list[Json]:
    return [{"type": "thinking", "thinking": str(value), **rest}]


def _redacted(_value: Any, rest: Json) -> list[Json]:
    return [{"type": "redacted_thinking", **rest}]


def _named(value: Any, rest: Json, what: str) -> Json:
    """A call as an object: a bare text is its name."""
    call = {"name": value} if isinstance(value, str) else value
    if not isinstance(call, dict) or not isinstance(call.get("name"), str):
        raise UsageError(f"{_DETAIL}`{what}` holds a name, or an object with `name` and `input`")
    return {**call, **rest}


def _call(value: Any, rest: Json) -> list[Json]:
    call = _named(value, rest, "call")
    return [{"type": "tool_use", "id": NewId("tool_use"), **call}]


def _native(value: Any, rest: Json) -> list[Json]:
    call = _named(value, rest, "native")
    result, pending = call.pop("result", None), bool(call.pop("pending", False))
    held = {"type": "server_tool_use", "id": NewId("server_tool_use"), "input": INPUTS.get(call["name"], {}), **call}
    return _run(held, result, pending)


def _mcp(value: Any, rest: Json) -> list[Json]:
    call = _named(value, rest, "mcp")
    result, pending = call.pop("result", None), bool(call.pop("pending", False))
    server = call.pop("server", call.get("server_name", ""))
    held = {"type": "mcp_tool_use", "id": NewId("mcp_tool_use"), "input": {}, "server_name": server, **call}
    return _run(held, result, pending)


def _run(call: Json, result: Any, pending: bool) -> list[Json]:
    return [call] if pending else [call, result_of(call, result)]


def _programmatic(value: Any, rest: Json) -> list[Json]:
    held = {**value, **rest} if isinstance(value, dict) else {}
    calls = held.get("calls")
    if not isinstance(calls, list) or not calls:
        raise UsageError(f"{_DETAIL}`programmatic` holds `calls`, and may hold `code`")
    code = {"type": "server_tool_use", "id": NewId("server_tool_use"), "name": "code_execution"}
    caller = {"type": CODE_CALLER, "tool_id": code["id"]}
    first = {**code, "input": {"code": str(held.get("code", "await call()"))}}
    return [first, *({**block, "caller": caller} for call in calls for block in _call(call, {}))]


def _fallback(value: Any, rest: Json) -> list[Json]:
    held = {**value, **rest} if isinstance(value, dict) else {}
    if "from" not in held or "to" not in held:
        raise UsageError(f"{_DETAIL}`fallback` holds `from` and `to`, and may hold `category`")
    models = {end: {"model": held[end]} for end in ("from", "to")}
    return [{"type": "fallback", **models, "trigger": {"type": "refusal", "category": held.get("category")}}]


def _compaction(value: Any, rest: Json) -> list[Json]:
    return [{"type": "compaction", "content": value, **rest}]


PARTS: dict[str, Callable[[Any, Json], list[Json]]] = {
    "text": _text,
    "thinking": _thinking,
    "redacted_thinking": _redacted,
    "call": _call,
    "native": _native,
    "mcp": _mcp,
    "programmatic": _programmatic,
    "fallback": _fallback,
    "compaction": _compaction,
}
