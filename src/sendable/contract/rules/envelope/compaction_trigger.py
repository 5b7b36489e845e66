"""The rule `compaction-trigger`."""

from sendable.contract.context_edits import COMPACT, edits
from sendable.contract.evidence import documented
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index

LEAST = 50_000


def _triggered_at(tokens: int) -> dict[str, object]:
    return {"edits": [{"type": COMPACT, "trigger": {"type": "input_tokens", "value": tokens}}]}


@rule(
    phase=Phase.PARAMETERS,
    when=("context_management=",),
    message="{path}: Input should be greater than or equal to 50000",
    evidence=[documented("build-with-claude/compaction-threshold; the text is not recorded", "2026-10-08")],
    breaks=request(user("Hi"), context_management=_triggered_at(LEAST - 1)),
    spares=request(user("Hi"), context_management=_triggered_at(LEAST)),
)
def compaction_trigger(index: Index, target: Target) -> Hits:
    """Compaction sets in at 50,000 input tokens or later.

    Smaller values are tried to see compaction happen.
    """
    for at, edit in edits(index):
        trigger = edit.get("trigger")
        tokens = trigger.get("value") if isinstance(trigger, dict) else None
        if edit.get("type") == COMPACT and isinstance(tokens, (int, float)) and tokens < LEAST:
            yield hit(("context_management", "edits", at, "trigger", "value"))
