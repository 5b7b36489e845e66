"""The rule `tool-use-id-duplicate`."""

from collections.abc import Iterator

from sendable.contract.client_pairs import client_pairs, reported_turn
from sendable.contract.evidence import recorded, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.blocks import Block, Turn
from sendable.wire.build import assistant, request, text, tool_result, tool_use, user
from sendable.wire.index import Index


@rule(
    phase=Phase.PAIRING,
    when=("tool_use",),
    message="messages.{turn}.content.{at}: `tool_use` ids must be unique",
    evidence=[
        reported("anthropics/claude-code#20901, #28515, #21317; BerriAI/litellm#23510; trycua/cua#524", "2026-03"),
        recorded(
            "pydantic-ai replays on claude-sonnet-4-5: an id repeated in another turn is accepted; read",
            "2026-11",
            accepted=True,
        ),
    ],
    breaks=request(user("Hi"), assistant(tool_use(), tool_use()), user(tool_result())),
    spares=request(
        user("Hi"),
        assistant(tool_use()),
        user(tool_result(), text("Again.")),
        assistant(tool_use()),
        user(tool_result()),
    ),
)
def tool_use_id_duplicate(index: Index, target: Target) -> Hits:
    """The client calls of one turn have different ids.

    Consecutive assistant messages are one turn. The same id in another turn is accepted, since results are paired with
    the turn before them only; counters that start again in each turn make such ids. Histories break the rule when a
    stream was put together twice, when a converter writes a call out of two fields that both hold it, and when parallel
    calls were given ids made of the tool's name.
    """
    for exchange in client_pairs(index).twice:
        for at, block in _repeats(exchange.turn):
            yield hit(block.path, turn=reported_turn(index, exchange.turn.number), at=at)


def _repeats(turn: Turn) -> Iterator[tuple[int, Block]]:
    """The calls whose id an earlier one of the turn has, with their places in it; a missing id repeats nothing."""
    seen: set[str] = set()
    for at, block in enumerate(turn.blocks):
        if block.kind != "tool_use":
            continue
        call = block.value.get("id")
        if not isinstance(call, str):
            continue
        if call in seen:
            yield at, block
        seen.add(call)
