"""The rule `clear-thinking-order`."""

from sendable.contract.context_edits import CLEAR_THINKING, edits
from sendable.contract.evidence import documented
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index

_TOOLS = {"type": "clear_tool_uses_20250919"}
_FIELDS = {"thinking": {"type": "enabled", "budget_tokens": 1024}, "max_tokens": 2048}


@rule(
    phase=Phase.PARAMETERS,
    when=("context_management=",),
    message="context_management.edits: `clear_thinking_20251015` must be the first edit",
    evidence=[documented("build-with-claude/context-editing; the text is not recorded", "2026-10-08")],
    breaks=request(user("Hi"), context_management={"edits": [_TOOLS, {"type": CLEAR_THINKING}]}, **_FIELDS),
    spares=request(user("Hi"), context_management={"edits": [{"type": CLEAR_THINKING}, _TOOLS]}, **_FIELDS),
)
def clear_thinking_order(index: Index, target: Target) -> Hits:
    """Thinking is cleared before anything else is.

    Lists of edits that were put together from several settings have it in any place.
    """
    for at, edit in edits(index):
        if at > 0 and edit.get("type") == CLEAR_THINKING:
            yield hit(("context_management", "edits", at))
