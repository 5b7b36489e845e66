"""The rule `sys-clear-at`."""

from sendable.contract.evidence import documented
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.contract.system_runs import CLEAR_AT_BETA, entries
from sendable.targets import Target
from sendable.wire.build import request, system, user
from sendable.wire.index import Index

_ENTRY = request(user("Hi"), system("Be brief.", clear_at="next_user_message"))


@rule(
    phase=Phase.FIELDS,
    message="messages.{at}.clear_at: Extra inputs are not permitted",
    variants={
        "role": "clear_at is only permitted on role 'system' messages",
        "value": "messages.{at}.clear_at: Input should be 'next_user_message' or 'never'",
    },
    evidence=[documented("build-with-claude/mid-conversation-system-messages, with the texts", "2026-10-08")],
    breaks=Example(_ENTRY, Target(model="claude-opus-4-8", betas=[])),
    spares=Example(_ENTRY, Target(model="claude-opus-4-8", betas=[CLEAR_AT_BETA])),
    claims=(
        ("extra", "UserMessage", "clear_at"),
        ("extra", "AssistantMessage", "clear_at"),
        ("*", "SystemMessage", "clear_at"),
    ),
)
def sys_clear_at(index: Index, target: Target) -> Hits:
    """`clear_at` stands on system entries, says when they end, and goes with its beta.

    Reminders that hold for one turn use it. Moved to another role or to a client that does not send the header, it is
    an unknown field.
    """
    unknown = target.lacks(CLEAR_AT_BETA)
    for fault in claimed(index, "sys-clear-at"):
        if not unknown:
            yield hit(fault.path, "value" if fault.owner == "SystemMessage" else "role", at=fault.path[1])
        elif fault.owner != "SystemMessage":
            yield hit(fault.path, at=fault.path[1])
    if unknown:
        for message in entries(index):
            if message.value.get("clear_at") is not None:
                yield hit((*message.path, "clear_at"), at=message.at)
