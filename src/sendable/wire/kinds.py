"""What is known of each kind of block: the pair it belongs to, and whether it may carry a cache breakpoint.

The kinds and their fields come from the SDK's types; what those types cannot say is stated here.
"""

from functools import cache

import msgspec

from sendable.wire.schema import schema
from sendable.wire.shown import shown

# The betas of the blocks that the API does not take without one (either of several); from the SDK's docstrings and
# the platform pages of 2026-10. A block that SDK 2.14 has outside `beta`, such as `container_upload`, needs none.
BETAS: dict[str, tuple[str, ...]] = {
    "advisor_tool_result": ("advisor-tool-2026-03-01",),
    "compaction": ("compact-2026-01-12", "compact-2026-09-04"),
    "fallback": ("server-side-fallback-2026-06-01", "server-side-fallback-2026-07-01"),
    "mcp_tool_listing": ("mcp-client-2026-09-15",),
    "mcp_tool_result": ("mcp-client-2025-04-04", "mcp-client-2025-11-20", "mcp-client-2026-09-15"),
    "mcp_tool_use": ("mcp-client-2025-04-04", "mcp-client-2025-11-20", "mcp-client-2026-09-15"),
    "tool_addition": ("mid-conversation-tool-changes-2026-07-01", "inline-tools-2026-09-15"),
    "tool_removal": ("mid-conversation-tool-changes-2026-07-01", "inline-tools-2026-09-15"),
}

THINKING = frozenset({"thinking", "redacted_thinking"})

# The kind of result that answers a native call, by the name in the call.
RESULT_OF: dict[str, str] = {
    "advisor": "advisor_tool_result",
    "web_search": "web_search_tool_result",
    "web_fetch": "web_fetch_tool_result",
    "code_execution": "code_execution_tool_result",
    "bash_code_execution": "bash_code_execution_tool_result",
    "text_editor_code_execution": "text_editor_code_execution_tool_result",
    "tool_search_tool_regex": "tool_search_tool_result",
    "tool_search_tool_bm25": "tool_search_tool_result",
}
NATIVE_RESULTS = frozenset({*RESULT_OF.values(), "mcp_tool_result"})
NATIVE_CALLS = frozenset({"server_tool_use", "mcp_tool_use"})
TOOL_SEARCH = frozenset({"tool_search_tool_regex", "tool_search_tool_bm25"})

# Whose turn a block may stand in, where only one role may hold it. Anything else the API takes from both: a
# `container_upload` is sent by users and stands in answers, too.
ROLE: dict[str, str] = {
    "tool_result": "user",
    "image": "user",
    "document": "user",
    "search_result": "user",
    "tool_use": "assistant",
    "thinking": "assistant",
    "redacted_thinking": "assistant",
    "server_tool_use": "assistant",
    "mcp_tool_use": "assistant",
    "mcp_tool_listing": "assistant",
    "fallback": "assistant",
    "tool_addition": "system",
    "tool_removal": "system",
    **dict.fromkeys(NATIVE_RESULTS, "assistant"),
}


class Kind(msgspec.Struct, frozen=True):
    """One kind of block.

    Attributes:
        name: its `type`.
        object: name of its type in the schema.
        can_carry: whether it may carry `cache_control`.
        role: the only role that may hold it; "" when several may.
        betas: the betas of which it needs one.
        answered_by: kind of the block that answers it; "" for the native calls that name it themselves, and for others.
    """

    name: str
    object: str
    can_carry: bool
    role: str
    betas: tuple[str, ...]
    answered_by: str


@cache
def kinds() -> dict[str, Kind]:
    """Every kind of block that may stand in a message or in a result, by its `type`."""
    read = schema()
    found: dict[str, Kind] = {}
    holders = (("UserMessage", "content"), ("SystemMessage", "content"), ("ToolResultBlock", "content"))
    for owner, field in holders:
        for member in read.objects[owner][field]["type"]["any_of"]:
            if isinstance(member, str):
                continue
            for name, held in member["list"]["tagged"].items():
                found[name] = _kind(name, held)
    return dict(sorted(found.items()))


def _kind(name: str, held: str) -> Kind:
    return Kind(
        name=name,
        object=held,
        can_carry="cache_control" in schema().objects[held],
        role=ROLE.get(name, ""),
        betas=BETAS.get(name, ()),
        answered_by={"tool_use": "tool_result", "mcp_tool_use": "mcp_tool_result"}.get(name, ""),
    )


def answer_kind(call: dict[str, object]) -> str:
    """The kind of block that answers a native call.

    A name outside the known ones follows the API's own pattern, `{name}_tool_result`.
    """
    if call.get("type") == "mcp_tool_use":
        return "mcp_tool_result"
    name = str(shown(call.get("name")))
    return RESULT_OF.get(name, f"{name}_tool_result")


def can_carry(block: dict[str, object]) -> bool:
    """Whether a block may carry a cache breakpoint; a kind that is new may not, to be safe."""
    kind = kinds().get(str(block.get("type")))
    return kind is not None and kind.can_carry and not (kind.name == "text" and not block.get("text"))
