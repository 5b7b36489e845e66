"""The rule `tool-result-duplicate`."""

from sendable.contract.client_pairs import client_pairs, mispaired, reported_turn
from sendable.contract.evidence import reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import assistant, request, tool_result, tool_use, user
from sendable.wire.index import Index


@rule(
    phase=Phase.PAIRING,
    when=("tool_result",),
    asks=mispaired,
    message="messages.{turn}.content.{at}: each tool_use must have a single result. "
    "Found multiple `tool_result` blocks with id: {id}",
    evidence=[reported("public source code that quotes the error", "2026-10")],
    breaks=request(user("Hi"), assistant(tool_use()), user(tool_result(content="1"), tool_result(content="2"))),
    spares=request(
        user("Hi"), assistant(tool_use("toolu_1"), tool_use("toolu_2")), user(tool_result("toolu_2"), tool_result())
    ),
)
def tool_result_duplicate(index: Index, target: Target) -> Hits:
    """A call has one result.

    Two results with one id in the turn that answers are refused, also when they stand in two messages that the API
    merges. Retries and replays that store a result again leave this behind.
    """
    for block, turn, at in client_pairs(index).repeats:
        yield hit(block.path, turn=reported_turn(index, turn.number), at=at, id=block.value.get("tool_use_id"))
