"""The rule `sys-first`."""

from sendable.contract.evidence import documented, measured
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.contract.system_runs import placed_runs, refuses_system
from sendable.contract.threads import continues_thread
from sendable.targets import Target
from sendable.wire.build import request, system, user
from sendable.wire.index import Index

_NEW = Target(model="claude-opus-4-8")


@rule(
    phase=Phase.ROLES,
    when=("role:system",),
    message="messages.{at}: use the top-level 'system' parameter for the initial system prompt; "
    "the directive-only form (content: [] with output_config) is accepted at any position",
    evidence=[
        measured("parity-proxy project on claude-sonnet-5", "2026-09-04"),
        documented("build-with-claude/mid-conversation-system-messages", "2026-10-08"),
    ],
    breaks=Example(request(system("Be brief."), user("Hi")), _NEW),
    spares=Example(
        request({"role": "system", "content": [], "output_config": {"effort": "low"}}, user("Hi")),
        Target(model="claude-opus-5"),
    ),
)
def sys_first(index: Index, target: Target) -> Hits:
    """A conversation does not begin with a system entry.

    The first instructions belong into the top-level `system`. Formats of other vendors keep the system prompt as the
    first message, and a window that was cut at an entry starts with it.
    """
    if refuses_system(target):
        return
    for run in placed_runs(index):
        if run.number == 0 and not continues_thread(index):
            yield hit(run.messages[0].path, at=run.messages[0].at)
