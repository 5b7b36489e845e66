"""The rule `effort-with-disabled`."""

from sendable.contract.effort import capped
from sendable.contract.evidence import documented, measured
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.thinking_setting import effort_of
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index

_OFF = {"type": "disabled"}


@rule(
    phase=Phase.PARAMETERS,
    when=("thinking=",),
    message="output_config.effort '{level}' is not supported when thinking is disabled on this model. "
    "Use effort 'high' or below, or enable thinking.",
    evidence=[
        measured("pydantic-ai models/anthropic.py", "2026-10"),
        documented("api/errors; build-with-claude/effort, with the texts", "2026-10-08"),
    ],
    breaks=request(user("Hi"), thinking=_OFF, output_config={"effort": "xhigh"}, model="claude-opus-5"),
    spares=request(user("Hi"), thinking=_OFF, output_config={"effort": "high"}, model="claude-opus-5"),
)
def effort_with_disabled(index: Index, target: Target) -> Hits:
    """Where a model can be told not to think, the effort is `high` at most: on Opus 5, Haiku 5.5 and Sonnet 5.5.

    Sonnet 5 takes any effort. A setting for thinking and one for effort, made in two places, meet here.
    """
    level = effort_of(index.request)
    if capped(index, target) and level in ("xhigh", "max"):
        yield hit(("output_config", "effort"), level=level)
