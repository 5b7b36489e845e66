"""The rule `speed-unsupported`."""

from sendable.contract.evidence import documented, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.PARAMETERS,
    when=("speed=",),
    message="'{model}' does not support the `speed` parameter.",
    also=("'{model}' does not support the `speed` parameter. This feature is only available on supported models.",),
    evidence=[
        reported("public source that quotes it for Opus 4.5, Sonnet, Haiku and Fable", "2026-10"),
        documented("build-with-claude/fast-mode", "2026-08"),
    ],
    breaks=request(user("Hi"), speed="fast", model="claude-sonnet-5"),
    spares=request(user("Hi"), speed="fast", model="claude-opus-4-8"),
)
def speed_unsupported(index: Index, target: Target) -> Hits:
    """Fast mode is there on Opus models from 4.6 on.

    Not every one of them has it, which is not judged here; the other families have not.
    """
    facts = target.facts
    if facts is None or facts.inherited or index.request.get("speed") != "fast":
        return
    if facts.family != "opus" or facts.version < (4, 6):
        yield hit(("speed",), model=target.model)
