"""The rule `role-unknown`."""

from sendable.contract.evidence import measured, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index
from sendable.wire.schema import MESSAGE_OF


@rule(
    phase=Phase.FIELDS,
    message='messages: Unexpected role "{role}". Allowed roles are "user" or "assistant"',
    also=(
        'messages: Unexpected role "{role}". The Messages API accepts a top-level `system` parameter, not "system" as '
        "an input message role.",
    ),
    evidence=[
        measured("agent probes on the direct API", "2026-08-31"),
        reported("ChainForge#271, for `system` in 2024", "2024-05"),
    ],
    breaks=request({"role": "human", "content": "42"}),
    spares=request(user("42")),
    unrepairable="which turn such a role belongs to is for its framework to say, unless only one can be meant",
)
def role_unknown(index: Index, target: Target) -> Hits:
    """The role of a message is user, assistant or system.

    Other APIs know `tool`, `function`, `developer` and `model`, and frameworks `human` and `ai`. What a `system`
    message has to keep to is judged by rules of its own.
    """
    for turn in index.others:
        if turn.role not in MESSAGE_OF:
            for message in turn.messages:
                if isinstance(message.value.get("role"), str):
                    yield hit((*message.path, "role"), role=message.role)
