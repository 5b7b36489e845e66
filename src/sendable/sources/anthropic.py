"""The Messages API's own form: request bodies, bare `messages` arrays, batch lines, and SDK objects in them.

Everything goes back as it came: the fields that a part has no name for stay with it, blocks that are new stay whole.
"""

from typing import Any

from sendable.conversation import (
    CachePoint,
    Conversation,
    Message,
    NativeTool,
    Part,
    Role,
    Text,
    Tool,
)
from sendable.sources.anthropic_blocks import OWN, block_parts, is_objects, without
from sendable.sources.stored import Stored
from sendable.wire.read import read

Json = dict[str, Any]


def load(data: object) -> Conversation:
    """The conversation of a request.

    Args:
        data: bytes, str, a dict, a list of messages or a batch line; SDK objects may stand inside.

    Raises:
        UnreadableError: it is no request.
    """
    body = read(data.value if isinstance(data, Stored) else data).request
    settings = {name: value for name, value in body.items() if name not in ("messages", "system", "tools")}
    settings |= {name: body[name] for name in ("system", "tools") if name in body and not _is_mapped(body[name])}
    model = body.get("model") if isinstance(body.get("model"), str) else None
    system = body.get("system")
    tools: Any = body.get("tools")
    return Conversation(
        messages=[_message(message, model) for message in _listed(body.get("messages"))],
        system=_system(system),
        system_bare=isinstance(system, str),
        tools=[_tool(tool) for tool in tools] if is_objects(tools) else None,
        settings=settings,
    )


def detect(held: Stored) -> bool:
    """A body, a batch line, or a list of messages, none of which any other format's marks are on."""
    value = held.value
    if isinstance(value, dict):
        return "messages" in value or isinstance(value.get("params"), dict)
    return isinstance(value, list) and all(isinstance(one, dict) and _is_message(one) for one in value)


def _is_message(value: Json) -> bool:
    return value.get("role") in ("user", "assistant", "system") and isinstance(value.get("content"), str | list)


def _is_mapped(value: object) -> bool:
    return isinstance(value, str) or is_objects(value)


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _system(system: Any) -> list[Text | CachePoint] | None:
    if isinstance(system, str):
        return [Text(text=system)]
    if not is_objects(system):
        return None
    parts = [part for block in system for part in block_parts(block, None)]
    return [part for part in parts if isinstance(part, Text | CachePoint)]


def _tool(tool: Json) -> Tool | NativeTool:
    if tool.get("type") in (None, "custom") and isinstance(tool.get("name"), str) and "input_schema" in tool:
        description = tool.get("description")
        named = ("name", "input_schema", *(("description",) if isinstance(description, str) else ()))
        return Tool(
            name=tool["name"],
            description=description if isinstance(description, str) else None,
            schema=tool["input_schema"],
            extra=without(tool, *named),
        )
    return NativeTool(provider=OWN, definition=tool)


_ROLES: dict[Any, Role] = {"user": "user", "assistant": "assistant", "system": "system"}


def _message(message: Any, model: str | None) -> Message:
    if not isinstance(message, dict):
        return Message(role="user", parts=[])
    content = message.get("content")
    known = _ROLES.get(message.get("role"), "user")
    extra = without(message, "role", "content") if len(message) > 2 or "content" not in message else {}
    if isinstance(content, str):
        return Message(role=known, parts=[Text(text=content)], bare=True, extra=extra)
    parts: list[Part] = []
    for block in _listed(content):
        parts += block_parts(block, model)
    return Message(role=known, parts=parts, extra=extra)
