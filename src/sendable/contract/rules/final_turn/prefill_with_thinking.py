"""The rule `prefill-with-thinking`."""

from sendable.contract.client_pairs import reported_turn
from sendable.contract.closing_turn import prefill, thinks
from sendable.contract.evidence import reported
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import assistant, request, text, thinking, user
from sendable.wire.index import Index


@rule(
    phase=Phase.FINAL_TURN,
    when=("thinking",),
    message="messages.{turn}.content.{at}: When thinking is disabled, an `assistant` message in the final position "
    "cannot contain `thinking`. To use thinking blocks, enable `thinking` in your request.",
    evidence=[reported("anthropics/claude-code#7946 (req_011CTKQdfw3P7aHjH88Wn2LC); forgecode#1853", "2025-11")],
    breaks=Example(request(user("Hi"), assistant(thinking(), text("So"))), Target(model="claude-haiku-4-5")),
    spares=Example(
        request(user("Hi"), assistant(thinking(), text("Hello.")), user("And?")), Target(model="claude-haiku-4-5")
    ),
)
def prefill_with_thinking(index: Index, target: Target) -> Hits:
    """With thinking off, a turn that the model is to go on with holds no thinking.

    Thinking further up is ignored then. It happens when a history is continued without the setting it was made with,
    and on models that take a prefill at all.
    """
    if target.facts is None or not target.facts.prefill or thinks(index, target):
        return
    turn = prefill(index)
    if turn is None:
        return
    for at, block in enumerate(turn.blocks):
        if block.kind == "thinking":
            yield hit(block.path, turn=reported_turn(index, turn.number), at=at)
            return
