"""Items of Responses as messages: what one answer was made of is put together again."""

from collections.abc import Callable
from typing import Any

from sendable.conversation import Lost, Message, Part, Role, Text, ToolCall, ToolResult
from sendable.sources.openai_hosted import hosted_item
from sendable.sources.openai_parts import arguments_of, content_parts, result_parts, text_of
from sendable.sources.openai_thoughts import thoughts_of
from sendable.sources.unnamed_results import Unnamed

Json = dict[str, Any]

_ROLES: dict[str, Role] = {"system": "system", "developer": "system", "user": "user", "assistant": "assistant"}
_NO_PART = {
    "compaction": "a compaction, which only OpenAI can read: what it stands for is not known",
    "compaction_trigger": "the place where a compaction was asked for",
    "item_reference": "an item that OpenAI keeps, named by its id alone",
    "mcp_list_tools": "the list of a server's tools",
    "additional_tools": "tools that were added later",
    "configuration_update": "a change of settings",
}


def item_messages(items: list[Any], lost: list[Lost]) -> list[Message]:
    """The messages of the items: adjacent items of the assistant are one message, each result is one.

    Args:
        items: the items, in order.
        lost: takes what no part can hold.
    """
    writer = _Writer(lost)
    for at, item in enumerate(items):
        writer.item(item, at)
    return writer.unnamed.settled(writer.messages, lost)


class _Writer:
    """Writes item by item; an open message of the assistant takes what the assistant goes on to say."""

    def __init__(self, lost: list[Lost]) -> None:
        self.messages: list[Message] = []
        self.unnamed = Unnamed()
        self._lost = lost

    def item(self, item: Any, at: int) -> None:
        """Write one item."""
        path = f"items.{at}"
        if not isinstance(item, dict):
            self._lost.append(Lost(path, "an item that is no object"))
            return
        kind = str(item.get("type") or "message")
        write = _WRITERS.get(kind)
        if write is not None:
            write(self, item, at, path)
            return
        hosted = None if kind in _NO_PART else hosted_item(item, at, path, self._lost)
        if hosted is None:
            self._lost.append(Lost(path, _NO_PART.get(kind, "an item of an unknown kind")))
        else:
            self._put("user" if hosted.by_application else "assistant", hosted.parts)

    def said(self, item: Json, _at: int, path: str) -> None:
        """A message of any role."""
        role = _ROLES.get(str(item.get("role")))
        if role is None:
            self._lost.append(Lost(f"{path}.role", "a role that is unknown; told as the user's"))
        content = item.get("content")
        parts = content_parts(content, f"{path}.content", self._lost)
        self._put(role or "user", parts, bare=isinstance(content, str))

    def thought(self, item: Json, _at: int, _path: str) -> None:
        """Reasoning."""
        self._put("assistant", thoughts_of(item))

    def called(self, item: Json, at: int, path: str) -> None:
        """A call of the application's tool."""
        is_function = item.get("type") == "function_call"
        if not isinstance(item.get("name"), str):
            self._lost.append(Lost(path, "a call without a name"))
            return
        if item.get("namespace"):
            self._lost.append(Lost(f"{path}.namespace", "the namespace of a tool"))
        self._put(
            "assistant",
            [
                ToolCall(
                    id=text_of(item.get("call_id"), text_of(item.get("id"), f"call_{at}_0")),
                    name=item["name"],
                    arguments=arguments_of(item.get("arguments")) if is_function else {"input": item.get("input")},
                )
            ],
        )

    def answered(self, item: Json, _at: int, path: str) -> None:
        """What the application's tool said: text, or content with images and files."""
        output = item.get("output")
        parts = result_parts(output, f"{path}.output", self._lost)
        result = ToolResult(
            call_id=text_of(item.get("call_id"), "") or self.unnamed.note(path),
            parts=[part for part in parts if part != Text(text="")] if isinstance(output, str) else parts,
            bare=isinstance(output, str),
            name=item["name"] if isinstance(item.get("name"), str) else None,
        )
        self.messages.append(Message(role="tool", parts=[result]))

    def _put(self, role: Role, parts: list[Part], bare: bool = False) -> None:
        last = self.messages[-1] if self.messages else None
        if role != "assistant" or last is None or last.role != "assistant":
            self.messages.append(Message(role=role, parts=parts, bare=bare))
        elif last.bare:
            self.messages[-1] = Message(role=role, parts=[*last.parts, *parts])
        else:
            last.parts.extend(parts)  # the list is the writer's own; a copy for each item would take quadratic time


_WRITERS: dict[str, Callable[[_Writer, Json, int, str], None]] = {
    "message": _Writer.said,
    "reasoning": _Writer.thought,
    **dict.fromkeys(("function_call", "custom_tool_call"), _Writer.called),
    **dict.fromkeys(("function_call_output", "custom_tool_call_output"), _Writer.answered),
}
