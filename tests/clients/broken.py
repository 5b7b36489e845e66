"""Stored histories of the official form that the API refuses, with its words; the gateway's own tests go further."""

from typing import Any

from sendable.wire.build import assistant, native_call, tool, tool_result, tool_use, user

OPUS = "claude-opus-4-8"
SEARCH = {"type": "web_search_20250305", "name": "web_search"}
BROKEN: dict[str, tuple[list[Any], str]] = {
    "a web search that never returned, in a stored history": (
        [user("Find it."), assistant(native_call(), tool_use()), user(tool_result(), "And?")],
        "`web_search` tool use with id `srvtoolu_1` was found without a corresponding `web_search_tool_result` block",
    ),
    "a client call whose result was lost": (
        [user("Find it."), assistant(tool_use()), user("Never mind.")],
        "messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. Each "
        "`tool_use` block must have a corresponding `tool_result` block in the next message.",
    ),
}


def body_of(messages: list[Any], **fields: Any) -> dict[str, Any]:
    """A request of such a history."""
    return {"model": OPUS, "max_tokens": 1024, "tools": [tool(), SEARCH], "messages": messages, **fields}
