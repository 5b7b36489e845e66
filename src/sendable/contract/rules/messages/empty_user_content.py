"""The rule `empty-user-content`."""

from sendable.contract.emptiness import all_empty_turns, empty_turns
from sendable.contract.evidence import measured, recorded
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import assistant, request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.ROLES,
    asks=all_empty_turns,
    message="{path}: user messages must have non-empty content",
    also=("{path}: all messages must have non-empty content except for the optional final assistant message",),
    evidence=[
        recorded("claude-sonnet-4-0 and claude-haiku-4-5, with the older text", "2026-01-30"),
        measured("agent probes on the direct API: today's text, and the merging", "2026-08-31"),
    ],
    breaks=request(user("Hi"), assistant("Hello."), user("")),
    spares=request(user("Hi"), assistant("Hello."), user(""), user("And?")),
    unrepairable="where nothing else is in the list, nobody has said anything, and nothing may be made up",
)
def empty_user_content(index: Index, target: Target) -> Hits:
    """A user turn holds something.

    Consecutive user messages are one turn, so an empty one beside another that holds something is accepted. Histories
    get empty ones from an interface that sends what was never typed, and from filters that take out every block.
    """
    for turn in empty_turns(index, "user"):
        yield hit(turn.messages[0].path)
