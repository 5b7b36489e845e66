"""The names of the tools that a request declares."""

from sendable.contract.threads import continues_thread
from sendable.wire.index import Index


def declared_names(index: Index) -> frozenset[str] | None:
    """The names of the declared tools; None when they cannot all be told from the request.

    They cannot where the request may be a history without its tools or continues a thread that has them, where a
    toolset stands for tools whose names only a server knows, and where a message adds tools.
    """
    return index.once(_declared_names)


def _declared_names(index: Index) -> frozenset[str] | None:
    whole = "tools" in index.request or "max_tokens" in index.request
    if index.source.shape == "messages" or not whole or index.blocks("tool_addition") or continues_thread(index):
        return None
    names = [tool.value.get("name") for tool in index.tools]
    return frozenset(map(str, names)) if all(isinstance(name, str) for name in names) else None


def forces_tool(index: Index) -> bool:
    """Whether `tool_choice` forces a call: `any` or `tool`."""
    choice = index.request.get("tool_choice")
    return isinstance(choice, dict) and choice.get("type") in ("any", "tool")
