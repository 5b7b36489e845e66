"""Ask the server to drop thinking blocks that fail the prefix check, instead of refusing the request."""

from sendable.repair.change import Change, Loss
from sendable.repair.draft import Draft

BETA = "thinking-binding-controls-2026-08-01"
DROP_BLOCK = {"prefix_mismatch_behavior": "drop_block"}


def set_drop_block(draft: Draft, rule: str) -> bool:
    """Set `thinking.block_binding` to drop what fails; whether the target and the request allow that.

    Accepted with adaptive and manual thinking; on Sonnet 5.5 and Haiku 5.5 with adaptive only (documented 2026-10-10).
    """
    facts = draft.target.facts
    setting = draft.index.request.get("thinking")
    if facts is None or (draft.target.lacks(BETA) and not draft.options.add_betas):
        return False
    if setting is None and facts.thinks_unasked:
        setting = {"type": "adaptive"}
    if not isinstance(setting, dict) or setting.get("type") not in ("adaptive", "enabled"):
        return False
    draft.ask_for(BETA)
    if setting.get("block_binding") != DROP_BLOCK:
        draft.edit.set(("thinking",), {**setting, "block_binding": DROP_BLOCK})
        what = "asked the server to drop thinking blocks that fail the prefix check"
        draft.changes.append(Change(draft.name, rule, "thinking", Loss.DROPS, what))
    return True
