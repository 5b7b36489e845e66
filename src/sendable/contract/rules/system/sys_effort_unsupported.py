"""The rule `sys-effort-unsupported`."""

from sendable.contract.evidence import documented
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.contract.system_runs import EFFORT_BETA, entries, takes_turn_effort
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index

_ENTRY = request(user("Hi"), {"role": "system", "content": [], "output_config": {"effort": "low"}})


@rule(
    phase=Phase.PARAMETERS,
    when=("role:system",),
    message="output_config.effort requires a model that supports per-turn effort; this model does not",
    evidence=[documented("build-with-claude/effort, with the text", "2026-10-08")],
    breaks=Example(_ENTRY, Target(model="claude-opus-4-8", betas=[EFFORT_BETA])),
    spares=Example(_ENTRY, Target(model="claude-opus-5", betas=[EFFORT_BETA])),
)
def sys_effort_unsupported(index: Index, target: Target) -> Hits:
    """The effort of a single turn goes to Opus 5, the 5.1 and the 5.5 models; on Bedrock to fewer of them.

    Fable 5, Mythos 5 and Opus 4.8 know system entries, but not this setting. A session that falls back to one of them
    carries it along.
    """
    if not takes_turn_effort(target):
        for message in entries(index):
            config = message.value.get("output_config")
            if isinstance(config, dict) and config.get("effort") is not None:
                yield hit((*message.path, "output_config"))
