"""Ask the server to drop thinking blocks that fail the prefix check, instead of refusing the request."""

from typing import Any

from sendable.contract.prefix_check import BINDING_BETA, lets_drop
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.wire.blocks import Block

DROP_BLOCK = {"prefix_mismatch_behavior": "drop_block"}
WHAT = "asked the server to drop thinking blocks that fail the prefix check"


def set_drop_block(draft: Draft, rule: str, first: Block | None = None) -> bool:
    """Set `thinking.block_binding` to drop what fails; whether the target and the request allow that.

    Accepted with adaptive and manual thinking, where the model has that; on Sonnet 5.5 and Haiku 5.5 with adaptive only
    (documented 2026-10-10). On Bedrock the beta goes into the body.

    Args:
        draft: the request.
        rule: the rule that it answers.
        first: the first thinking block that fails, from which on the server drops all; None where none is known.
    """
    setting = _setting(draft)
    if setting is None or (draft.target.lacks(BINDING_BETA) and not draft.options.add_betas):
        return False
    draft.ask_for(BINDING_BETA)
    held = setting.get("block_binding")
    if lets_drop(setting):
        return True
    binding = {**held, **DROP_BLOCK} if isinstance(held, dict) else DROP_BLOCK
    draft.edit.set(("thinking",), {**setting, "block_binding": binding})
    draft.note(rule, ("thinking",), Loss.DROPS, WHAT, since=None if first is None else first.path)
    if draft.target.platform == "bedrock":
        _name_in_body(draft)
    return True


def _setting(draft: Draft) -> dict[str, Any] | None:
    """The thinking setting that `block_binding` can stand in; None where there is none."""
    facts = draft.target.facts
    setting = draft.index.request.get("thinking")
    if facts is None:
        return None
    if setting is None and facts.thinks_unasked:
        return {"type": "adaptive"}
    kind = setting.get("type") if isinstance(setting, dict) else None
    return setting if kind in ("adaptive", "enabled") and kind in facts.thinking else None


def _name_in_body(draft: Draft) -> None:
    named = draft.index.request.get("anthropic_beta")
    held = list(named) if isinstance(named, list) else []
    if BINDING_BETA not in held:
        draft.edit.set(("anthropic_beta",), [*held, BINDING_BETA])
