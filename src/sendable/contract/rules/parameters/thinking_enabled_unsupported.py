"""The rule `thinking-enabled-unsupported`."""

from sendable.contract.evidence import documented, measured
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.thinking_setting import thinking_type
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index

_MANUAL = {"type": "enabled", "budget_tokens": 1024}


@rule(
    phase=Phase.PARAMETERS,
    when=("thinking=",),
    message='"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and '
    '"output_config.effort" to control thinking behavior.',
    evidence=[
        measured("LX findings on nine models", "2026-09"),
        documented("api/errors, with the text", "2026-10-08"),
    ],
    breaks=request(user("Hi"), thinking=_MANUAL, max_tokens=2048, model="claude-opus-4-7"),
    spares=request(user("Hi"), thinking=_MANUAL, max_tokens=2048, model="claude-opus-4-6"),
)
def thinking_enabled_unsupported(index: Index, target: Target) -> Hits:
    """Newer models take no budget for thinking: they adapt it, guided by the effort.

    Manual thinking went away with Opus 4.7; 4.6 still takes it. Requests that were made for an older model keep it.
    """
    facts = target.facts
    adaptive_only = facts is not None and "adaptive" in facts.thinking and "enabled" not in facts.thinking
    if adaptive_only and thinking_type(index) == "enabled":
        yield hit(("thinking",))
