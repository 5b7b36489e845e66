"""The rule `tool-use-without-result`."""

from sendable.contract.client_pairs import client_pairs, mispaired, reported_turn
from sendable.contract.evidence import documented, recorded, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import assistant, request, text, tool_result, tool_use, user
from sendable.wire.index import Index
from sendable.wire.shown import shown


@rule(
    phase=Phase.PAIRING,
    when=("tool_use",),
    asks=mispaired,
    message="messages.{turn}: `tool_use` ids were found without `tool_result` blocks immediately after: {ids}. "
    "Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
    evidence=[
        recorded("claude-sonnet-5: two turns, the second without the result", "2026-09-10"),
        documented("agents-and-tools/tool-use/handle-tool-calls", "2026-09"),
        reported("anthropics/claude-code#1577, #5989, #8077 and some forty more", "2025-11"),
    ],
    breaks=request(
        user("Look it up."),
        assistant(tool_use("toolu_1"), tool_use("toolu_2")),
        user(text("And?"), tool_result("toolu_2")),
    ),
    spares=request(user("Look it up."), assistant(tool_use()), user(tool_result(), text("And?"))),
)
def tool_use_without_result(index: Index, target: Target) -> Hits:
    """Every client call of a turn is answered in the leading results of the user turn right behind it.

    The API merges consecutive messages of one role before it pairs, so results may be spread over several user messages
    and stand in any order. But only the run of `tool_result` blocks that opens the turn counts: a text or an image
    before a result, or between two of them, makes the later ones count as missing.

    Histories break this way when a run was interrupted before the tool returned, when one of several parallel results
    was lost, when a window was cut in between, or when something was put in front of the results.
    """
    for exchange in client_pairs(index).unanswered:
        if exchange.answer is None and exchange.turn is index.turns[-1]:
            continue
        missing = exchange.unanswered
        ids = ", ".join(str(shown(call.value.get("id"))) for call in missing)
        yield hit(missing[0].path, turn=reported_turn(index, exchange.turn.number + 1), ids=ids)
