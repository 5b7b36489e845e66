"""The rule `sys-directive-without-beta`."""

from sendable.contract.evidence import documented, measured
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.contract.system_runs import EFFORT_BETA, EFFORT_BETAS, entries
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index

_ENTRY = request(user("Hi"), {"role": "system", "content": [], "output_config": {"effort": "low"}})


@rule(
    phase=Phase.FIELDS,
    when=("role:system",),
    message="messages.{at}.output_config: Extra inputs are not permitted",
    evidence=[
        measured("llm-xlate, findings of a run over nine models", "2026-09-10"),
        documented("build-with-claude/effort", "2026-10-08"),
    ],
    breaks=Example(_ENTRY, Target(model="claude-opus-5", betas=[])),
    spares=Example(_ENTRY, Target(model="claude-opus-5", betas=[EFFORT_BETA])),
)
def sys_directive_without_beta(index: Index, target: Target) -> Hits:
    """The effort of a single turn is set together with its beta.

    A stored history keeps such an entry; a client that does not send the header of the session it came from makes it
    an unknown field.
    """
    if target.lacks(*EFFORT_BETAS):
        for message in entries(index):
            if message.value.get("output_config") is not None:
                yield hit((*message.path, "output_config"), at=message.at)
