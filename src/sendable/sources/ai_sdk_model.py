"""A `ModelMessage`: role and content, with calls and results as parts."""

from typing import Any

from sendable.conversation import Lost, Message, Part, Role, Text, ToolResult
from sendable.sources.ai_sdk_native import native_call, native_result
from sendable.sources.ai_sdk_parts import (
    call_of,
    file_part,
    json_result,
    points,
    reasoning_part,
    result_parts,
    text_part,
)
from sendable.sources.openai_parts import text_of
from sendable.sources.unnamed_results import Unnamed

Json = dict[str, Any]

_DENIED = "Tool execution denied."
_ERRORS = ("error-text", "error-json")
_WHOLE = ("text", "error-text", "json", "error-json")
_APPROVALS = ("tool-approval-request", "tool-approval-response")


def model_message(message: Json, at: int, lost: list[Lost], unnamed: Unnamed) -> list[Message]:
    """The message of a stored one; none where it held nothing that a model is told.

    Args:
        message: the stored one.
        at: its place.
        lost: takes what no part can hold.
        unnamed: takes results without the id of their call.
    """
    role: Role = message["role"]
    content, marks = message.get("content"), points(message)
    if isinstance(content, str):
        return [Message(role=role, parts=[Text(text=content), *marks], bare=not marks)]
    if not isinstance(content, list):
        lost.append(Lost(f"{at}.content", "a content that is neither text nor a list"))
        return []
    reader = _Reader(at, lost, unnamed)
    said = [one for number, part in enumerate(content) for one in reader.parts(part, number)]
    if content and not said:
        return []
    return [Message(role=role, parts=[*said, *marks])]


class _Reader:
    """Reads the parts of one message."""

    def __init__(self, at: int, lost: list[Lost], unnamed: Unnamed) -> None:
        self._at = at
        self._unnamed = unnamed
        self._lost = lost

    def parts(self, part: Any, number: int) -> list[Part]:
        """The part of an entry, and the cache point behind it where it has one."""
        path = f"{self._at}.content.{number}"
        kind = part.get("type") if isinstance(part, dict) else None
        if kind in _APPROVALS:
            self._lost.append(Lost(path, "an approval of a call"))
            return []
        made = self._part(part, kind, number) if isinstance(kind, str) else None
        if made is None:
            self._lost.append(Lost(path, "a part of a kind that is not known here"))
            return []
        return [made, *points(part)]

    def _part(self, part: Json, kind: str, number: int) -> Part | None:
        if kind in ("tool-call", "tool-result"):
            call_id, name = text_of(part.get("toolCallId"), ""), text_of(part.get("toolName"), "")
            if kind == "tool-call":
                return self._call(part, call_id or f"call_{self._at}_{number}", name)
            return self._result(part, call_id or self._unnamed.note(f"{self._at}.content.{number}"), name)
        make_plain = {"text": text_part, "reasoning": reasoning_part, "file": file_part, "image": file_part}.get(kind)
        return make_plain(part) if make_plain is not None else None

    def _call(self, part: Json, call_id: str, name: str) -> Part:
        given = part.get("input", part.get("args"))
        if part.get("providerExecuted") is True:
            return native_call(call_id, name, given, part)
        return call_of(call_id, name, given, part)

    def _result(self, part: Json, call_id: str, name: str) -> Part:
        held = part.get("output")
        output: Json = held if isinstance(held, dict) else {"type": "json", "value": part.get("result")}
        kind, value = output.get("type"), output.get("value")
        if call_id.startswith(("srvtoolu_", "mcptoolu_")) or part.get("providerExecuted") is True:
            return native_result(call_id, name, value, part, is_error=kind in _ERRORS)
        if kind in _WHOLE:
            return json_result(call_id, name, value, is_error=True if kind in _ERRORS else None)
        if kind == "content":
            path = f"{self._at}.content"
            return ToolResult(call_id=call_id, name=name, parts=result_parts(value, path, self._lost))
        return json_result(call_id, name, text_of(output.get("reason"), _DENIED), is_error=None)
