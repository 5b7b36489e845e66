"""The rule `tool-result-orphan`."""

from sendable.contract.client_pairs import client_pairs, mispaired, reported_turn
from sendable.contract.evidence import measured, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import assistant, request, tool_result, tool_use, user
from sendable.wire.index import Index


@rule(
    phase=Phase.PAIRING,
    when=("tool_result",),
    asks=mispaired,
    message="messages.{turn}.content.{at}: unexpected `tool_use_id` found in `tool_result` blocks: {id}. "
    "Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
    evidence=[
        measured("AEGIS probe on claude-haiku-4-5", "2026-08-28"),
        reported("anthropics/claude-code#13460, #18947; spring-ai#5940; Roo-Code#11029", "2025-12"),
    ],
    breaks=request(user("Hi"), assistant("Hello."), user(tool_result())),
    spares=request(user("Hi"), assistant(tool_use()), user(tool_result()), user("Thanks.")),
)
def tool_result_orphan(index: Index, target: Target) -> Hits:
    """A result answers a client call of the assistant turn right before it.

    An id that is known further up does not count, nor does the id of a native call. Histories break this way when a
    window was cut between call and result, when a filter dropped the call, or when a result was stored twice, the
    second time one turn too late.
    """
    for block, turn, at in client_pairs(index).orphans:
        yield hit(block.path, turn=reported_turn(index, turn.number), at=at, id=block.value.get("tool_use_id"))
