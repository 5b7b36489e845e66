"""The rule `effort-level`."""

from sendable.contract.effort import LEVELS
from sendable.contract.evidence import documented, recorded, reported
from sendable.contract.output_config import knows_output_config
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.thinking_setting import effort_of
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.PARAMETERS,
    when=("output_config=",),
    message="This model does not support effort level '{level}'. Supported levels: {levels}.",
    variants={"none": "This model does not support the effort parameter."},
    evidence=[
        recorded("pydantic-ai, claude-opus-4-6 with xhigh (undated, read in 2026-11)", "2026-11"),
        documented("build-with-claude/effort", "2026-10-08"),
        reported("changelog of Claude Code 2.1.70, 2.1.154", "2026-08"),
    ],
    breaks=request(user("Hi"), output_config={"effort": "xhigh"}, model="claude-opus-4-6"),
    spares=request(user("Hi"), output_config={"effort": "max"}, model="claude-opus-4-6"),
)
def effort_level(index: Index, target: Target) -> Hits:
    """The model knows the level of effort that is asked for, or any at all.

    `xhigh` came with Opus 4.7, `max` with 4.6; Sonnet 4.5 and Haiku 4.5 have no effort.
    """
    level = effort_of(index.request)
    facts = target.facts
    if facts is None or level not in LEVELS or level in facts.efforts or not knows_output_config(target):
        return
    levels = ", ".join(sorted(facts.efforts))
    yield hit(("output_config", "effort"), "" if levels else "none", level=level, levels=levels)
