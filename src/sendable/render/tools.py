"""Tool definitions."""

from typing import Any

from sendable.conversation import NativeTool, Tool
from sendable.render.native import OWN

Json = dict[str, Any]


def tool_definitions(tools: list[Tool | NativeTool]) -> list[Json]:
    """The definitions in their order; those of another provider's native tools have no form and are left out."""
    return [definition for tool in tools for definition in _definition(tool)]


def _definition(tool: Tool | NativeTool) -> list[Json]:
    if isinstance(tool, NativeTool):
        return [tool.definition] if tool.provider == OWN else []
    held: Json = {"name": tool.name}
    if tool.description is not None:
        held["description"] = tool.description
    return [held | {"input_schema": tool.schema} | tool.extra]
