"""The rule `sys-must-follow`."""

from sendable.contract.evidence import documented, recorded
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.contract.system_runs import lacks_lead, placed_runs, refuses_system
from sendable.targets import Target
from sendable.wire.build import assistant, native_call, native_result, request, system, user
from sendable.wire.index import Index

_NEW = Target(model="claude-opus-4-8")


@rule(
    phase=Phase.ROLES,
    when=("role:system",),
    message="messages.{at}: role 'system' must follow a 'user' message or an 'assistant' message ending in a server "
    "tool result; the directive-only form (content: [] with output_config) is accepted at any position",
    evidence=[
        recorded("claude-sonnet-5: an entry right behind an assistant message", "2026-09-10"),
        recorded("claude-opus-4-8: behind a server tool result, accepted", "2026-07", accepted=True),
        documented("build-with-claude/mid-conversation-system-messages", "2026-10-08"),
    ],
    breaks=Example(request(user("Hi"), assistant("Hello."), system("Be brief."), user("And?")), _NEW),
    spares=Example(
        request(
            user("Hi"), assistant(native_call(), native_result()), system("Be brief."), assistant("Well."), user("And?")
        ),
        _NEW,
    ),
)
def sys_must_follow(index: Index, target: Target) -> Hits:
    """A system entry stands behind a user message, or behind an assistant message that ends in a native result.

    Neighbouring entries are judged as one run, and the first of them is named. When the run is followed by a user
    message as well, this is what the API says. Frameworks that note an instruction at the moment it was given put it
    behind the last answer; the same happens between a call and its results.
    """
    if refuses_system(target):
        return
    for run in placed_runs(index):
        if lacks_lead(index, run):
            yield hit(run.messages[0].path, at=run.messages[0].at)
