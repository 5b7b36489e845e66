"""The rule `sys-empty`."""

from sendable.contract.evidence import measured
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.contract.system_runs import blanks, entries, is_empty, refuses_system
from sendable.targets import Target
from sendable.wire.build import assistant, request, system, user
from sendable.wire.index import Index


@rule(
    phase=Phase.ROLES,
    when=("role:system",),
    message="messages.{at}: system content must contain at least one block",
    variants={
        "blank": "messages.{at}: system text blocks must contain non-whitespace text",
        "missing": "messages.{at}.content: Field required",
    },
    evidence=[measured("parity-proxy project on claude-sonnet-5", "2026-09-04")],
    breaks=Example(
        request(user("Hi"), {"role": "system", "content": []}, assistant("Yes?"), user("And?")),
        Target(model="claude-opus-4-8"),
    ),
    spares=Example(
        request(user("Hi"), system("Be brief."), assistant("Yes?"), user("And?")), Target(model="claude-opus-4-8")
    ),
)
def sys_empty(index: Index, target: Target) -> Hits:
    """A system entry says something, or sets the effort.

    Reminders that are made from a template may come out empty or blank. An empty entry is found before its place is
    looked at, a blank one behind that.
    """
    if refuses_system(target):
        return
    for message in entries(index):
        if "content" not in message.value and is_empty(message):
            yield hit((*message.path, "content"), "missing", at=message.at)
        elif is_empty(message):
            yield hit(message.path, at=message.at)
        elif message.value.get("content"):
            for block in blanks(message)[:1]:
                yield hit(block.path, "blank", at=message.at)
