"""How many tokens a model may put out at most."""

from sendable.targets import Target

# In a batch some models may put out more (documented in build-with-claude/batch-processing, 2026-08).
_LONG_BATCH = "output-300k-2026-03-24"
_LONGEST_BATCH = 300_000


def output_cap(target: Target, batch: bool) -> int | None:
    """The highest `max_tokens` that the target takes; None where nobody knows.

    Args:
        target: where the request goes.
        batch: whether it is one of a batch.
    """
    facts = target.facts
    if facts is None or facts.max_output is None or facts.inherited or "max_output" in facts.assumed:
        return None
    return _LONGEST_BATCH if batch and not target.lacks(_LONG_BATCH) else facts.max_output
