"""The rule `thinking-display-disabled`."""

from sendable.contract.evidence import documented, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.FIELDS,
    when=("thinking=",),
    message="thinking.{kind}.display: Extra inputs are not permitted",
    evidence=[
        reported("changelog of Claude Code 2.1.183", "2026-09"),
        documented("build-with-claude/thinking", "2026-10-08"),
    ],
    only_claims=True,
    claims=(
        ("extra", "ThinkingConfigDisabled", "display"),
        ("extra", "ThinkingConfigBetweenTools", "display"),
    ),
    breaks=request(user("Hi"), thinking={"type": "disabled", "display": "omitted"}),
    spares=request(user("Hi"), thinking={"type": "adaptive", "display": "omitted"}, model="claude-opus-4-8"),
)
def thinking_display_disabled(index: Index, target: Target) -> Hits:
    """Without thinking there is nothing to display: `display` goes with `adaptive` and `enabled` only.

    A setting that is switched off by its `type` alone keeps the rest of its fields.
    """
    for fault in claimed(index, "thinking-display-disabled"):
        yield hit(fault.path, kind=fault.loc.split(".")[1])
