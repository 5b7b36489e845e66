"""The rule `task-budget`."""

from sendable.contract.context_edits import COMPACT, edits
from sendable.contract.evidence import documented, measured
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index

LEAST = 20_000


def _budget(**fields: object) -> dict[str, object]:
    return {"task_budget": {"type": "tokens", **fields}}


@rule(
    phase=Phase.PARAMETERS,
    when=("output_config=",),
    message="output_config.task_budget.total: Input should be greater than or equal to 20000",
    variants={"compacted": "output_config.task_budget.remaining: cannot be set together with a compaction edit"},
    evidence=[
        documented("build-with-claude/task-budgets; the text is not recorded", "2026-10"),
        measured("pydantic-ai models/anthropic.py: remaining beside compaction", "2026-10"),
    ],
    breaks=request(user("Hi"), output_config=_budget(total=19_999)),
    spares=request(user("Hi"), output_config=_budget(total=20_000, remaining=5_000)),
    unrepairable="what a task may cost is for the caller to say",
)
def task_budget(index: Index, target: Target) -> Hits:
    """A task may spend 20,000 tokens or more, and its rest is not told beside a compaction edit.

    Loops that hand on what is left as the new total fall below the bound at the end.
    """
    config = index.request["output_config"]
    budget = config.get("task_budget") if isinstance(config, dict) else None
    if not isinstance(budget, dict):
        return
    total = budget.get("total")
    if isinstance(total, (int, float)) and not isinstance(total, bool) and total < LEAST:
        yield hit(("output_config", "task_budget", "total"))
    if budget.get("remaining") is not None and any(edit.get("type") == COMPACT for _, edit in edits(index)):
        yield hit(("output_config", "task_budget", "remaining"), "compacted")
