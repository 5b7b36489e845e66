"""Whether a target refuses thinking whose prefix changed, and whether a request asks it to drop that instead."""

from typing import Any

from sendable.targets import Target

BINDING_BETA = "thinking-binding-controls-2026-08-01"


def checks_prefix(target: Target) -> bool:
    """Whether the target holds thinking blocks against what precedes them (documented 2026-10-10).

    Newer models do, some for accounts from 2026-08-31 on only. A model of no known family is assumed not to.
    """
    facts = target.facts
    if facts is None or facts.prefix_check == "no":
        return False
    return facts.prefix_check == "always" or target.enforces_prefix


def lets_drop(setting: Any) -> bool:
    """Whether a `thinking` setting asks the server to drop what fails."""
    binding = setting.get("block_binding") if isinstance(setting, dict) else None
    return isinstance(binding, dict) and binding.get("prefix_mismatch_behavior") == "drop_block"
