"""The rule `sys-effort-change`."""

from sendable.contract.evidence import documented
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.contract.system_runs import EFFORT_BETA, entries
from sendable.contract.thinking_setting import effort_of, thinking_type
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index

# The models that say so, and the setting that turns thinking off there.
_FIXED = {"claude-sonnet-5-5": "between_tools", "claude-haiku-5-5": "disabled"}

_TARGET = Target(model="claude-sonnet-5-5", betas=[EFFORT_BETA])
_OFF = {"thinking": {"type": "between_tools"}, "output_config": {"effort": "high"}}


@rule(
    phase=Phase.PARAMETERS,
    when=("role:system",),
    message="messages.{at}: output_config.effort '{effort}' differs from the '{before}' in effect before it; effort "
    "cannot change when thinking is disabled on this model. Use effort '{before}', or enable thinking.",
    evidence=[documented("build-with-claude/effort, with the text", "2026-10-08")],
    breaks=Example(
        request(user("Hi"), {"role": "system", "content": [], "output_config": {"effort": "low"}}, **_OFF), _TARGET
    ),
    spares=Example(
        request(user("Hi"), {"role": "system", "content": [], "output_config": {"effort": "high"}}, **_OFF), _TARGET
    ),
)
def sys_effort_change(index: Index, target: Target) -> Hits:
    """On Sonnet 5.5 and Haiku 5.5 the effort stays what it was while thinking is off.

    Judged where the request says what was in effect before. An application that varies the effort from turn to turn
    runs into it once it turns thinking off.
    """
    facts = target.facts
    if facts is None or thinking_type(index) != _FIXED.get(facts.inherited or facts.name):
        return
    before = effort_of(index.request)
    for message in entries(index):
        effort = effort_of(message.value)
        if effort and before and effort != before:
            yield hit((*message.path, "output_config"), at=message.at, effort=effort, before=before)
        before = effort or before
