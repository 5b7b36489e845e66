"""The messages of OpenAI chat as messages of the conversation, one for one."""

from collections.abc import Callable
from typing import Any

from sendable.conversation import (
    CachePoint,
    Lost,
    Message,
    Part,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from sendable.sources.openai_parts import arguments_of, cache_points, content_parts, result_parts, text_of
from sendable.sources.openai_thoughts import thoughts_beside
from sendable.sources.unnamed_results import Unnamed

Json = dict[str, Any]

ROLES = ("system", "developer", "user", "assistant", "tool", "function")
_ROLES: dict[str, Role] = {"system": "system", "developer": "system", "user": "user"}
_CARRIED = {
    *("role", "content", "name", "refusal", "tool_calls", "function_call", "tool_call_id", "audio", "cache_control"),
    *("reasoning_content", "reasoning", "thinking_blocks", "annotations"),
}


class Reader:
    """Reads message by message; it remembers the calls of old style, which have no id.

    Args:
        lost: takes what no part can hold.

    Attributes:
        unnamed: results without the id of their call.
    """

    def __init__(self, lost: list[Lost]) -> None:
        self._lost = lost
        self._open: dict[str, list[str]] = {}
        self.unnamed = Unnamed()

    def message(self, one: Any, at: int) -> Message | None:
        """The message, or None for what is none."""
        path = f"messages.{at}"
        if not isinstance(one, dict):
            self._lost.append(Lost(path, "a message that is no object"))
            return None
        for name in one:
            if name not in _CARRIED and one[name]:
                self._lost.append(Lost(f"{path}.{name}", "a field of another provider"))
        role = str(one.get("role"))
        if role == "assistant":
            return self._assistant(one, at, path)
        if role in ("tool", "function"):
            return self._result(one, path)
        if role not in _ROLES:
            self._lost.append(Lost(f"{path}.role", "a role that is unknown; told as the user's"))
        self._told_name(one, path)
        parts = content_parts(one.get("content"), f"{path}.content", self._lost)
        return _message(_ROLES.get(role, "user"), parts, one, self._points(one, path))

    def _told_name(self, one: Json, path: str) -> None:
        if one.get("name"):
            self._lost.append(Lost(f"{path}.name", "the name of who speaks"))

    def _points(self, one: Json, path: str) -> list[CachePoint]:
        """The cache point of a whole message: gateways take one beside a content that is a string."""
        return cache_points(one, path, self._lost)

    def _assistant(self, one: Json, at: int, path: str) -> Message:
        self._told_name(one, path)
        calls = [*self._calls(one.get("tool_calls"), at, path), *self._old_call(one, at, path)]
        said = self._said(one, path)
        if calls:  # an empty content is how a message of nothing but calls is stored
            said = [part for part in said if part != Text(text="")]
        return _message(
            "assistant", [*thoughts_beside(one, path, self._lost), *said, *calls], one, self._points(one, path)
        )

    def _said(self, one: Json, path: str) -> list[Part]:
        said = content_parts(one.get("content"), f"{path}.content", self._lost)
        if isinstance(one.get("refusal"), str):
            said.append(Text(text=one["refusal"]))
        if one.get("annotations"):
            self._lost.append(Lost(f"{path}.annotations", "citations of another provider"))
        sound = one.get("audio")
        if isinstance(sound, dict):
            self._lost.append(Lost(f"{path}.audio", "the sound of an answer"))
            if not any(isinstance(part, Text) and part.text for part in said) and sound.get("transcript"):
                said = [Text(text=str(sound["transcript"]))]
        return said

    def _calls(self, held: Any, at: int, path: str) -> list[ToolCall]:
        if held is not None and not isinstance(held, list):
            self._lost.append(Lost(f"{path}.tool_calls", "calls that are no list"))
        calls = []
        for number, one in enumerate(held if isinstance(held, list) else []):
            call = _call(one, f"call_{at}_{number}")
            if call is None:
                self._lost.append(Lost(f"{path}.tool_calls.{number}", "a call that is no object, or has no name"))
            else:
                calls.append(call)
        return calls

    def _old_call(self, one: Json, at: int, path: str) -> list[ToolCall]:
        """A `function_call`; its id is made from its place, and waits for the next message of that function."""
        held = one.get("function_call")
        if held is None:
            return []
        if not isinstance(held, dict) or not isinstance(held.get("name"), str):
            self._lost.append(Lost(f"{path}.function_call", "a call that is no object, or has no name"))
            return []
        call = ToolCall(id=f"call_{at}_0", name=held["name"], arguments=arguments_of(held.get("arguments")))
        self._open.setdefault(call.name, []).append(call.id)
        return [call]

    def _result(self, one: Json, path: str) -> Message:
        content = one.get("content")
        parts = result_parts(content, f"{path}.content", self._lost)
        name = one.get("name") if isinstance(one.get("name"), str) else None
        waiting = self._open.get(name or "", [])
        call_id = waiting.pop(0) if one.get("role") == "function" and waiting else ""
        result = ToolResult(
            call_id=text_of(one.get("tool_call_id"), call_id) or self.unnamed.note(path),
            parts=[part for part in parts if part != Text(text="")] if isinstance(content, str) else parts,
            bare=isinstance(content, str),
            name=name,
        )
        return Message(role="tool", parts=[result, *self._points(one, path)])


def _message(role: Role, parts: list[Part], one: Json, points: list[CachePoint]) -> Message:
    bare = isinstance(one.get("content"), str) and len(parts) == 1 and isinstance(parts[0], Text) and not points
    return Message(role=role, parts=[*parts, *(points if parts else [])], bare=bare)


def _call(one: Any, otherwise: str) -> ToolCall | None:
    if not isinstance(one, dict):
        return None
    make = _CALLS.get(str(one.get("type") or ("custom" if "custom" in one else "function")))
    return make(one, text_of(one.get("id"), otherwise)) if make is not None else None


def _function(one: Json, call_id: str) -> ToolCall | None:
    held = one.get("function")
    if not isinstance(held, dict) or not isinstance(held.get("name"), str):
        return None
    return ToolCall(id=call_id, name=held["name"], arguments=arguments_of(held.get("arguments")))


def _custom(one: Json, call_id: str) -> ToolCall | None:
    held = one.get("custom")
    if not isinstance(held, dict) or not isinstance(held.get("name"), str):
        return None
    return ToolCall(id=call_id, name=held["name"], arguments={"input": held.get("input")})


_CALLS: dict[str, Callable[[Json, str], ToolCall | None]] = {"function": _function, "custom": _custom}
