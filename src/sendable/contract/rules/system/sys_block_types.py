"""The rule `sys-block-types`."""

from sendable.contract.evidence import measured
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.targets import Target
from sendable.wire.build import image, request, system, text, user
from sendable.wire.index import Index

_NEW = Target(model="claude-opus-4-8")


@rule(
    phase=Phase.CONTENT,
    when=("role:system",),
    message="messages.{at}: role 'system' supports text, tool_addition, and tool_removal blocks only",
    evidence=[measured("parity-proxy project on claude-sonnet-5", "2026-09-04")],
    breaks=Example(request(user("Hi"), system(text("Look like this."), image())), _NEW),
    spares=Example(request(user("Hi", image()), system(text("Look like this."))), _NEW),
    only_claims=True,
    claims=(("tag", "SystemMessage", "content"),),
)
def sys_block_types(index: Index, target: Target) -> Hits:
    """A system entry holds text and changes of tools, nothing else.

    That is found before the place of the entry is looked at. Images and documents belong to the user. An instruction
    that came with an attachment ends up here when the whole message was stored under the system's role.
    """
    for fault in claimed(index, "sys-block-types"):
        if len(fault.path) == 4:
            yield hit(fault.path, at=fault.path[1])
