"""A `UIMessage`, which holds a whole answer with all its steps, as the messages that were really exchanged."""

from typing import Any, NamedTuple

from sendable.conversation import MEDIA, CachePoint, Lost, Message, Part, Text, ToolResult
from sendable.sources import mcp
from sendable.sources.ai_sdk_native import native_call, native_result
from sendable.sources.ai_sdk_parts import call_of, file_part, json_result, points, reasoning_part, text_part
from sendable.sources.openai_parts import text_of
from sendable.sources.stored import Stored

Json = dict[str, Any]
Numbered = tuple[int, Json]


_ANSWERED = ("output-available", "output-error", "output-denied")
_DENIED = "Tool execution denied."


class _Spot(NamedTuple):
    """Where a part stands, and what could not be carried over so far."""

    path: str
    lost: list[Lost]


def ui_messages(message: Json, at: int, lost: list[Lost]) -> list[Message]:
    """The messages of a stored one, in their order.

    Args:
        message: the stored one.
        at: its place.
        lost: takes what no part can hold.
    """
    parts = _known(message["parts"], at, lost)
    role = message.get("role")
    if role == "assistant":
        return [made for step in _steps(parts) for made in _step(step, at, lost)]
    if role == "system":
        return _system(parts, at, lost)
    if role != "user":
        lost.append(Lost(f"{at}.role", "a role that is unknown; told as the user's"))
    said = [one for number, part in parts for one in _said(part, f"{at}.parts.{number}", lost)]
    return [Message(role="user", parts=said)]


def _known(parts: list[Any], at: int, lost: list[Lost]) -> list[Numbered]:
    """The parts that a model is told, with their places."""
    known: list[Numbered] = []
    for number, part in enumerate(parts):
        kind = part.get("type") if isinstance(part, dict) else None
        if not isinstance(kind, str):
            lost.append(Lost(f"{at}.parts.{number}", "an entry that is no part"))
        elif kind.startswith("data-"):
            lost.append(Lost(f"{at}.parts.{number}", "data of the application"))
        elif kind.startswith("source-"):
            lost.append(Lost(f"{at}.parts.{number}", "a source that an answer names"))
        else:
            known.append((number, part))
    return known


def _system(parts: list[Numbered], at: int, lost: list[Lost]) -> list[Message]:
    """One text; media stay, for the rendering to refuse."""
    said = [one for number, part in parts for one in _said(part, f"{at}.parts.{number}", lost)]
    text = "".join(part.text for part in said if isinstance(part, Text))
    media = [part for part in said if isinstance(part, MEDIA)]
    marks = [part for part in said if isinstance(part, CachePoint)]
    if any(not isinstance(part, (Text, CachePoint, *MEDIA)) for part in said):
        lost.append(Lost(f"{at}.parts", "what a system message holds beside text"))
    texts = [Text(text=text)] if text else []
    bare = bool(text) and not marks and not media
    return [Message(role="system", parts=[*texts, *media, *marks[-1:]], bare=bare)] if text or media else []


def _steps(parts: list[Numbered]) -> list[list[Numbered]]:
    """The steps of an answer.

    Where none is marked, one ends with the answers to its calls: what the model says after them it said knowing them.
    """
    is_marked = any(part["type"] == "step-start" for _, part in parts)
    steps: list[list[Numbered]] = [[]]
    for number, part in parts:
        last = steps[-1][-1][1] if steps[-1] else None
        if part["type"] == "step-start":
            steps.append([])
            continue
        if not is_marked and last is not None and _is_answered(last) and not _is_tool(part):
            steps.append([])
        steps[-1].append((number, part))
    return [step for step in steps if step]


def _is_tool(part: Json) -> bool:
    return bool(part["type"] == "dynamic-tool" or part["type"].startswith("tool-"))


def _is_answered(part: Json) -> bool:
    return _is_tool(part) and part.get("providerExecuted") is not True and part.get("state") in _ANSWERED


def _step(parts: list[Numbered], at: int, lost: list[Lost]) -> list[Message]:
    """The assistant's message of a step, and the tool message that answers it."""
    said: list[Part] = []
    results: list[Part] = []
    for number, part in parts:
        if not _is_tool(part):
            said += _said(part, f"{at}.parts.{number}", lost)
            continue
        name, call_id = _name(part), text_of(part.get("toolCallId"), f"call_{at}_{number}")
        if part.get("providerExecuted") is True:
            said += _native(part, name, call_id)
        else:
            said += [call_of(call_id, name, _arguments(part), part), *points(part)]
            results += _result(part, name, call_id, _Spot(f"{at}.parts.{number}", lost))
    messages = [Message(role="assistant", parts=said)] if said else []
    return [*messages, Message(role="tool", parts=results)] if results else messages


def _name(part: Json) -> str:
    held = part.get("toolName")
    if part["type"] == "dynamic-tool":
        return held if isinstance(held, str) else ""
    return str(part["type"]).removeprefix("tool-")


def _arguments(part: Json) -> Any:
    """What the tool was called with; what could not be read is kept raw."""
    return part.get("rawInput") if part.get("input") is None else part["input"]


def _result(part: Json, name: str, call_id: str, spot: _Spot) -> list[Part]:
    state = part.get("state")
    if state == "output-available":
        return [_output(part.get("output"), name, call_id, spot)]
    if state == "output-error":
        return [json_result(call_id, name, text_of(part.get("errorText"), ""), is_error=True)]
    if state == "output-denied":
        approval = part.get("approval")
        reason = approval.get("reason") if isinstance(approval, dict) else None
        return [json_result(call_id, name, text_of(reason, _DENIED), is_error=True)]
    return []


def _output(output: Any, name: str, call_id: str, spot: _Spot) -> ToolResult:
    """What a tool returned; a tool of MCP returns blocks, of which JSON text would be the least."""
    if not (isinstance(output, dict) and "content" in output and mcp.detect(Stored(value=output))):
        return json_result(call_id, name, output, is_error=None)
    held = mcp.tool_result_parts(output)
    spot.lost.extend(Lost(f"{spot.path}.output.{one.path}", one.what) for one in held.lost)
    return ToolResult(call_id=call_id, name=name or None, parts=held.parts, is_error=held.is_error)


def _native(part: Json, name: str, call_id: str) -> list[Part]:
    made: list[Part] = [native_call(call_id, name, _arguments(part), part)]
    state = part.get("state")
    if state == "output-available":
        made.append(native_result(call_id, name, part.get("output"), part, is_error=False))
    elif state in _ANSWERED:
        made.append(native_result(call_id, name, part.get("errorText"), part, is_error=True))
    return [*made, *points(part)]


def _said(part: Json, path: str, lost: list[Lost]) -> list[Part]:
    make = {"text": text_part, "reasoning": reasoning_part, "file": file_part}.get(part["type"])
    made = make(part) if make is not None else None
    if made is None:
        lost.append(Lost(path, "a part of a kind that is not known here"))
        return []
    marks: list[CachePoint] = points(part)
    return [made, *marks]
