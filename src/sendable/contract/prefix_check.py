"""Whether a target refuses thinking whose prefix changed."""

from sendable.targets import Target


def checks_prefix(target: Target) -> bool:
    """Whether the target holds thinking blocks against what precedes them (documented 2026-10-10).

    Newer models do, some for accounts from 2026-08-31 on only. A model of no known family is assumed not to.
    """
    facts = target.facts
    if facts is None or facts.prefix_check == "no":
        return False
    return facts.prefix_check == "always" or target.enforces_prefix
