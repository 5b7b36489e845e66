"""Whether a target refuses thinking whose prefix changed, and whether a request asks it to drop that instead."""

from typing import Any

from sendable.targets import Target

BINDING_BETA = "thinking-binding-controls-2026-08-01"


_NAMES = ("prefix_mismatch_behavior", "mismatch_behavior")
"""Of the field: as the platform's own pages call it, and as those of AWS do."""


def checks_prefix(target: Target, setting: Any) -> bool:
    """Whether thinking blocks are held against what precedes them (documented 2026-10-10).

    Newer models do, some for accounts from 2026-08-31 on only; on those a request of an older account asks for it by
    saying what is to happen with what fails, whatever it says. A model of no known family is assumed not to.

    Args:
        target: where the request goes.
        setting: the `thinking` of the request.
    """
    facts = target.facts
    if facts is None or facts.prefix_check == "no":
        return False
    return facts.prefix_check == "always" or target.enforces_prefix or behaviour_in(setting) is not None


def lets_drop(setting: Any) -> bool:
    """Whether a `thinking` setting asks the server to drop what fails."""
    return bool(behaviour_in(setting) == "drop_block")


def behaviour_in(setting: Any) -> Any:
    """What a `thinking` setting asks to happen with thinking that fails; None where it says nothing of that."""
    binding = setting.get("block_binding") if isinstance(setting, dict) else None
    if not isinstance(binding, dict):
        return None
    return next((binding[name] for name in _NAMES if binding.get(name) is not None), None)
