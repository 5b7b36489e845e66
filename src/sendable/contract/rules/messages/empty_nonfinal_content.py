"""The rule `empty-nonfinal-content`."""

from sendable.contract.emptiness import all_empty_turns, empty_turns
from sendable.contract.evidence import recorded, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.threads import goes_on_in
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.ROLES,
    asks=all_empty_turns,
    message="{path}: all messages must have non-empty content except for the optional final assistant message",
    evidence=[
        recorded("claude-sonnet-4-0 and claude-haiku-4-5: the text, for a message of the user", "2026-01-30"),
        reported("anthropics/claude-code#6774, #6458; autogen#6083; crewAI#4427; litellm#2549", "2025-08"),
    ],
    breaks=request(user("Hi"), {"role": "assistant", "content": []}, user("And?")),
    spares=request(user("Hi"), {"role": "assistant", "content": []}),
    unrepairable="where nothing else is in the list, nobody has said anything, and nothing may be made up",
)
def empty_nonfinal_content(index: Index, target: Target) -> Hits:
    """Only the final assistant turn may be empty.

    The API itself answers with no content at times, right behind a tool result or at a stop sequence. Stored as it
    came, such an answer breaks every request that follows it. An empty message that is merged with one that holds
    something does no harm.
    """
    for turn in empty_turns(index, "assistant"):
        if turn is not index.turns[-1] and not goes_on_in(index, turn):
            yield hit(turn.messages[0].path)
