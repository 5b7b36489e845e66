"""The messages of Flink Agents, one after the other: content, calls, and which call a result answers."""

from collections.abc import Iterator
from typing import Any

from sendable.conversation import Lost, Message, Part, Role, Text, ToolCall, ToolResult
from sendable.sources.flink_agents_blocks import read_answer, read_blocks
from sendable.sources.flink_agents_envelope import opened, why_refused
from sendable.sources.json_text import json_text
from sendable.sources.openai_parts import arguments_of
from sendable.sources.unnamed_results import Unnamed

Json = dict[str, Any]

_ROLES: dict[str, Role] = {"system": "system", "user": "user", "assistant": "assistant", "tool": "tool"}
# What is known in `extra_args`: used here, or counts that say nothing of the conversation.
_KNOWN = {
    *("external_id", "externalId", "anthropic_content_blocks", "content_blocks", "is_error"),
    *("model_name", "modelName", "promptTokens", "completionTokens"),
}


def field(value: Any, *names: str) -> Any:
    """The first of these fields that is there and not null, of a dict or an object."""
    for name in names:
        held = value.get(name) if isinstance(value, dict) else getattr(value, name, None)
        if held is not None:
            return held
    return None


class Reader:
    """Reads messages.

    Args:
        most: the most bytes that a block of an envelope may hold; None where envelopes stay text.
    """

    def __init__(self, most: int | None) -> None:
        self.messages: list[Message] = []
        self.lost: list[Lost] = []
        self._most = most
        self.unnamed = Unnamed()

    def read(self, message: Any, at: int) -> None:
        """Read a message, the one with this number."""
        role = _ROLES.get(str(field(message, "role")).lower()) if isinstance(message, dict) else None
        if role is None:
            self.lost.append(Lost(f"{at}", "an entry that is no message"))
            return
        extra = field(message, "extra_args", "extraArgs")
        extra = extra if isinstance(extra, dict) else {}
        self.lost += [Lost(f"{at}.extra_args.{name}", "an argument of the framework") for name in _unknown(extra)]
        if role == "tool":
            self._tool(message, extra, at)
        else:
            parts, bare = self._content(message, extra, at)
            if role == "assistant":
                parts, bare = self._answer(message, extra, parts, bare, at)
            self.messages.append(Message(role=role, parts=parts, bare=bare))

    def _content(self, message: Json, extra: Json, at: int) -> tuple[list[Part], bool]:
        """The parts of the content, and whether they are one bare text."""
        for held, path in (
            (extra.get("content_blocks"), f"{at}.extra_args.content_blocks"),
            (message.get("blocks"), f"{at}.blocks"),
            (message.get("content"), f"{at}.content"),
        ):
            if isinstance(held, list):
                return read_blocks(held, path, self.lost), False
        content = message.get("content")
        if isinstance(content, str):
            return ([Text(text=content)], True) if content else ([], False)
        if content is not None and str(field(message, "role")).lower() == "tool":
            return [Text(text=json_text(content))], True
        if content is not None:
            self.lost.append(Lost(f"{at}.content", "content that is neither text nor blocks"))
        return [], False

    def _answer(self, message: Json, extra: Json, said: list[Part], bare: bool, at: int) -> tuple[list[Part], bool]:
        """The answer of a model: its blocks where they were kept, and the calls that they do not hold."""
        blocks = extra.get("anthropic_content_blocks")
        parts = said
        if isinstance(blocks, list):
            path = f"{at}.extra_args.anthropic_content_blocks"
            parts = read_answer(blocks, path, self.lost, _model(extra))
            texts = "".join(part.text for part in parts if isinstance(part, Text))
            parts = [*(one for one in said if not isinstance(one, Text) or one.text not in texts), *parts]
        held = {part.id for part in parts if isinstance(part, ToolCall)}
        calls = [call for call in self._calls(message, at) if call.id not in held]
        parts = [*parts, *calls]
        return parts, bare and len(parts) == 1 and parts == said

    def _calls(self, message: Json, at: int) -> Iterator[ToolCall]:
        calls = field(message, "tool_calls", "toolCalls")
        for number, call in enumerate(calls if isinstance(calls, list) else []):
            function = field(call, "function") if isinstance(call, dict) else None
            name = field(function, "name") if isinstance(function, dict) else None
            if not isinstance(name, str):
                self.lost.append(Lost(f"{at}.tool_calls.{number}", "a call without a name"))
                continue
            yield ToolCall(
                id=_call_id(call) or f"call_{at}_{number}",
                name=name,
                arguments=arguments_of(field(function, "arguments")),
            )

    def _tool(self, message: Json, extra: Json, at: int) -> None:
        parts, bare = self._content(message, extra, at)
        if any(isinstance(part, ToolResult) for part in parts):
            self.messages.append(Message(role="tool", parts=parts))
            return
        call_id = field(extra, "external_id", "externalId")
        if call_id is None or call_id == "":
            call_id = self.unnamed.note(f"{at}")
            self.lost.append(Lost(f"{at}", "a result without the id of its call"))
        flag = extra.get("is_error")
        result = ToolResult(
            call_id=str(call_id),
            parts=parts,
            bare=bare or not parts,
            is_error=flag if isinstance(flag, bool) else None,
        )
        self.messages.append(Message(role="tool", parts=[self._opened(result, at)]))

    def _opened(self, result: ToolResult, at: int) -> ToolResult:
        """The result with its envelope opened, where that is wanted and there is one."""
        only = result.parts[0] if result.parts is not None and len(result.parts) == 1 else None
        if self._most is None or not isinstance(only, Text):
            return result
        held = opened(only.text, self._most)
        if held is None:
            why = why_refused(only.text, self._most)
            if why is not None:
                self.lost.append(Lost(f"{at}.content", f"an envelope of blocks that stays text: {why}"))
            return result
        flag = held.is_error if result.is_error is None else result.is_error
        return ToolResult(call_id=result.call_id, parts=held.parts, is_error=flag)


def _unknown(extra: Json) -> list[str]:
    return [str(name) for name, held in extra.items() if name not in _KNOWN and held not in (None, "", [], {})]


def _model(extra: Json) -> str | None:
    named = field(extra, "model_name", "modelName")
    return named if isinstance(named, str) else None


def _call_id(call: Json) -> str | None:
    """The provider's id, which results name; else the one that the framework made."""
    inner = call.get("additional_kwargs")
    original = inner.get("original_tool_call_id") if isinstance(inner, dict) else None
    held = field(call, "original_id", "originalId") or original or call.get("id")
    return str(held) if isinstance(held, str | int) and held != "" else None
