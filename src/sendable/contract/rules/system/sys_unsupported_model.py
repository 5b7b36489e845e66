"""The rule `sys-unsupported-model`."""

from sendable.contract.evidence import documented, measured, recorded, reported
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.contract.system_runs import entries, refuses_system
from sendable.targets import Target
from sendable.wire.build import request, system, user
from sendable.wire.index import Index

_ENTRY = request(user("Hi"), system("Be brief."))


@rule(
    phase=Phase.ROLES,
    when=("role:system",),
    message="role 'system' is not supported on this model",
    also=(
        'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, '
        'not "system" as an input message role.',
    ),
    evidence=[
        recorded("lingua, anthropicMidConversationSystemMessage", "2026-07"),
        documented("build-with-claude/mid-conversation-system-messages: models and platforms", "2026-10-08"),
        measured("pydantic-ai: claude-sonnet-5 answers 200 and does not hear it", "2026-10"),
        reported("anthropics/claude-code#61412", "2026-05"),
    ],
    breaks=Example(_ENTRY, Target(model="claude-opus-4-7")),
    spares=Example(_ENTRY, Target(model="claude-sonnet-5")),
)
def sys_unsupported_model(index: Index, target: Target) -> Hits:
    """System entries inside `messages` go to models from Opus 4.8 on, and not to Foundry.

    Claude Sonnet 5 takes them and does not hear them. A history that was made with a newer model, or on the API itself,
    brings them along when it moves.
    """
    if refuses_system(target):
        for message in entries(index):
            yield hit(message.path)
