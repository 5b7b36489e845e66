"""The rule `final-block-thinking`."""

from sendable.contract.client_pairs import reported_turn
from sendable.contract.evidence import inferred, recorded, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.blocks import Message
from sendable.wire.build import assistant, request, thinking, tool_result, tool_use, user
from sendable.wire.grown import once_each
from sendable.wire.index import Index
from sendable.wire.kinds import THINKING


@rule(
    phase=Phase.CONTENT,
    when=tuple(sorted(THINKING)),
    message="messages.{turn}: The final block in an assistant message cannot be `{kind}`.",
    evidence=[
        recorded("claude-sonnet-4-5: a turn of nothing but thinking", "2025-12"),
        reported("forgecode#2107", "2026-01"),
        inferred("the same for redacted_thinking", "2026-11"),
    ],
    breaks=request(user("Hi"), assistant(thinking()), user("Go on.")),
    spares=request(user("Hi"), assistant(thinking()), assistant(tool_use()), user(tool_result())),
)
def final_block_thinking(index: Index, target: Target) -> Hits:
    """An assistant turn does not end in thinking.

    Answers that hit `max_tokens` or were aborted while the model was still thinking end so, and turns whose call was
    filtered out. Messages that follow each other count as one turn.
    """
    for message in once_each(index, _ends_in_thinking):
        if message is index.turns[message.turn].messages[-1]:
            turn = reported_turn(index, message.turn)
            yield hit(message.path, turn=turn, kind=message.blocks[-1].kind)


def _ends_in_thinking(message: Message) -> list[Message]:
    blocks = message.blocks
    return [message] if message.role == "assistant" and blocks and blocks[-1].kind in THINKING else []
