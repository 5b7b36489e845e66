"""The Messages API's own form: request bodies, bare `messages` arrays, batch lines, and SDK objects in them.

Everything goes back as it came: the fields that a part has no name for stay with it, blocks that are new stay whole.
"""

from typing import Any

from sendable.conversation import (
    CachePoint,
    Conversation,
    Lost,
    Message,
    NativeTool,
    Part,
    Role,
    Text,
    Tool,
)
from sendable.errors import UnreadableError
from sendable.sources.anthropic_blocks import OWN, block_parts, is_objects, without
from sendable.sources.stored import Stored
from sendable.wire.read import read

Json = dict[str, Any]

_MARKS = frozenset(("tool_use", "tool_result", "thinking", "redacted_thinking", "server_tool_use", "mcp_tool_use"))


def load(data: object) -> Conversation:
    """The conversation of a request.

    Args:
        data: bytes, str, a dict, a list of messages or a batch line; SDK objects may stand inside.

    Raises:
        UnreadableError: it is no request.
    """
    body = read(data.value if isinstance(data, Stored) else data).request
    found, lost = body.get("messages", []), list[Lost]()
    if not isinstance(found, list | tuple):
        raise UnreadableError("no request: its messages are no list")
    settings = {name: value for name, value in body.items() if name not in ("messages", "system", "tools")}
    settings |= {name: body[name] for name in ("system", "tools") if name in body and not _is_mapped(name, body[name])}
    model = body.get("model") if isinstance(body.get("model"), str) else None
    system = body.get("system")
    tools: Any = body.get("tools")
    return Conversation(
        messages=[_message(message, model, f"messages.{at}", lost) for at, message in enumerate(found)],
        system=_system(system) if _is_mapped("system", system) else None,
        system_bare=isinstance(system, str),
        tools=[_tool(tool) for tool in tools] if is_objects(tools) else None,
        settings=settings,
        lost=lost,
    )


def detect(held: Stored) -> bool:
    """A body, a batch line, or a list of messages, none of which any other format's marks are on."""
    value = held.value
    if isinstance(value, dict):
        return "messages" in value or isinstance(value.get("params"), dict)
    return isinstance(value, list) and all(map(_is_message, value))


def is_marked(held: Stored) -> bool:
    """Whether a block that only the Messages API writes so stands in it."""
    value = held.value
    messages = value.get("messages") if isinstance(value, dict) else value
    said = [one.get("content") for one in messages if isinstance(one, dict)] if isinstance(messages, list) else []
    blocks = [block for content in said if isinstance(content, list) for block in content]
    return any(isinstance(block, dict) and str(block.get("type")) in _MARKS for block in blocks)


def _is_message(value: Any) -> bool:
    if not isinstance(value, dict):  # an answer of the SDK, put behind what was asked
        return type(value).__module__.partition(".")[0] == OWN and getattr(value, "role", None) == "assistant"
    return value.get("role") in ("user", "assistant", "system") and isinstance(value.get("content"), str | list)


def _is_mapped(name: str, value: Any) -> bool:
    """Whether a system prompt or tools have parts; others go back as they are, for the contract to judge."""
    if name == "tools" or isinstance(value, str):
        return isinstance(value, str) or is_objects(value)
    parts = [part for block in value for part in block_parts(block, None)] if is_objects(value) else []
    return is_objects(value) and all(isinstance(part, Text | CachePoint) for part in parts)


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


def _message(message: Any, model: str | None, path: str, lost: list[Lost]) -> Message:
    if not isinstance(message, dict):
        lost.append(Lost(path, "a message that is no object"))
        return Message(role="user", parts=[])
    content = message.get("content")
    role = message.get("role")
    known = _ROLES.get(role) if isinstance(role, str) else None
    if known is None:
        lost.append(Lost(f"{path}.role", "a role that is unknown; told as the user's"))
        known = "user"
    extra = without(message, "role", "content") if len(message) > 2 or "content" not in message else {}
    if isinstance(content, str):
        return Message(role=known, parts=[Text(text=content)], bare=True, extra=extra)
    parts: list[Part] = []
    if content is not None and not isinstance(content, list | tuple):
        lost.append(Lost(f"{path}.content", "a content that is neither text nor a list"))
        content = None
    for block in content or ():
        made = block_parts(block, model)
        if not made:
            lost.append(Lost(f"{path}.content.{len(parts)}", "a block that is no object"))
        parts += made
    return Message(role=known, parts=parts, extra=extra)
