"""The rule `sys-turn-scoped`."""

from sendable.contract.evidence import documented
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.contract.system_runs import entries, is_turn_scoped
from sendable.targets import Target
from sendable.wire.build import cached, request, system, text, user
from sendable.wire.index import Index

_NEW = Target(model="claude-opus-5")


@rule(
    phase=Phase.ROLES,
    when=("role:system",),
    message="messages.{at}: a turn-scoped system message supports text blocks only (clear_at: 'next_user_message')",
    variants={
        "effort": "messages.{at}: output_config is not permitted on a turn-scoped system message "
        "(clear_at: 'next_user_message')",
        "cache": "{path}: cache_control is not permitted on a turn-scoped system message "
        "(clear_at: 'next_user_message')",
    },
    evidence=[documented("build-with-claude/mid-conversation-system-messages, with the texts", "2026-10-08")],
    breaks=Example(request(user("Hi"), system(cached(text("Be brief.")), clear_at="next_user_message")), _NEW),
    spares=Example(request(user("Hi"), system(cached(text("Be brief.")), clear_at="never")), _NEW),
)
def sys_turn_scoped(index: Index, target: Target) -> Hits:
    """An entry that the next user message clears holds text and nothing else: no tools, no effort, no breakpoint.

    What is cleared cannot be cached. Code that marks the last block of a request meets such an entry there.
    """
    for message in entries(index):
        if not is_turn_scoped(message):
            continue
        if message.value.get("output_config") is not None:
            yield hit((*message.path, "output_config"), "effort", at=message.at)
        for block in message.blocks:
            if block.kind in ("tool_addition", "tool_removal"):
                yield hit(block.path, at=message.at)
            if block.value.get("cache_control") is not None:
                yield hit(block.path, "cache")
