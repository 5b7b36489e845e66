"""The rule `budget-bounds`."""

from sendable.contract.evidence import documented, measured
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.FIELDS,
    when=("thinking=",),
    message="thinking.enabled.budget_tokens: {text}",
    also=("thinking.enabled.budget_tokens: Input should be greater than or equal to 1024",),
    evidence=[
        documented("build-with-claude/extended-thinking", "2026-08-21"),
        measured("a proxy's live answers", "2026-09-04"),
    ],
    only_claims=True,
    claims=(("bounds", "ThinkingConfigEnabled", "budget_tokens"),),
    breaks=request(user("Hi"), thinking={"type": "enabled", "budget_tokens": 512}),
    spares=request(user("Hi"), thinking={"type": "enabled", "budget_tokens": 1024}, max_tokens=1025),
)
def budget_bounds(index: Index, target: Target) -> Hits:
    """The budget of manual thinking is 1024 tokens or more.

    Percentages of a small `max_tokens` fall below that.
    """
    for fault in claimed(index, "budget-bounds"):
        yield hit(fault.path, text=fault.text)
