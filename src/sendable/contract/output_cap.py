"""How many tokens a model may put out at most."""

from sendable.targets import Target

# A longer output, by the beta that allows it.
_LONG_BATCH = ("output-300k-2026-03-24", 300_000)
_LONG_OUTPUT = ("output-128k-2025-02-19", 128_000)


def output_cap(target: Target, batch: bool) -> int | None:
    """The highest `max_tokens` that the target takes; None where nobody knows.

    Args:
        target: where the request goes.
        batch: whether it is one of a batch, where some models may put out more (documented 2026-08).
    """
    facts = target.facts
    if facts is None or facts.max_output is None or facts.inherited or "max_output" in facts.assumed:
        return None
    caps = [facts.max_output]
    for (beta, cap), applies in ((_LONG_BATCH, batch), (_LONG_OUTPUT, facts.version == (3, 7))):
        if applies and not target.lacks(beta):
            caps.append(cap)
    return max(caps)
