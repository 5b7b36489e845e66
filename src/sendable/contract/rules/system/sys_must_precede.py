"""The rule `sys-must-precede`."""

from sendable.contract.evidence import documented, measured
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.contract.system_runs import lacks_follower, lacks_lead, placed_runs, refuses_system
from sendable.contract.threads import continues_thread
from sendable.targets import Target
from sendable.wire.build import assistant, request, system, user
from sendable.wire.index import Index

_NEW = Target(model="claude-opus-4-8")


@rule(
    phase=Phase.ROLES,
    when=("role:system",),
    message="messages.{at}: role 'system' must precede an 'assistant' message or end the array; "
    "the directive-only form (content: [] with output_config) is accepted at any position",
    evidence=[
        measured("llm-xlate, findings of a run over nine models; parity-proxy project", "2026-09-10"),
        documented("build-with-claude/mid-conversation-system-messages", "2026-10-08"),
    ],
    breaks=Example(request(user("Hi"), system("Be brief."), user("And?")), _NEW),
    spares=Example(request(user("Hi"), system("Be brief."), assistant("Yes."), user("And?")), _NEW),
)
def sys_must_precede(index: Index, target: Target) -> Hits:
    """A system entry stands before an assistant message or at the end.

    Neighbouring entries are judged as one run, and the last of them is named. An entry that stood at the end of one
    request is followed by the user's next message in the next one, when no answer was stored in between.
    """
    if refuses_system(target):
        return
    for run in placed_runs(index):
        begins = run.number == 0 and not continues_thread(index)
        if not begins and lacks_follower(index, run) and not lacks_lead(index, run):
            yield hit(run.messages[-1].path, at=run.messages[-1].at)
