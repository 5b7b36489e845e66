"""The rule `pending-tool-use-at-end`."""

from sendable.contract.client_pairs import client_pairs, mispaired, reported_turn
from sendable.contract.evidence import documented, inferred
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import assistant, request, tool_result, tool_use, user
from sendable.wire.index import Index
from sendable.wire.shown import shown


@rule(
    phase=Phase.PAIRING,
    when=("tool_use",),
    asks=mispaired,
    message="messages.{turn}: `tool_use` ids were found without `tool_result` blocks immediately after: {ids}. "
    "Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
    evidence=[
        documented("build-with-claude/handling-stop-reasons: a paused turn never leaves a client call", "2026-10-08"),
        inferred("the text of the refusal is that of a missing result; no answer is archived", "2026-11-30"),
    ],
    breaks=request(user("Look it up."), assistant(tool_use())),
    spares=request(user("Look it up."), assistant(tool_use()), user(tool_result())),
)
def pending_tool_use_at_end(index: Index, target: Target) -> Hits:
    """A conversation does not end in a client call that waits for its result.

    Such a history is complete for its owner: the result is still to come. It can only be sent once the result, or
    something in its place, stands behind the call. Processes that were killed while a tool ran leave it behind.
    """
    pending = client_pairs(index).unanswered
    if pending and pending[-1].answer is None and pending[-1].turn is index.turns[-1]:
        last = pending[-1]
        ids = ", ".join(str(shown(call.value.get("id"))) for call in last.calls)
        yield hit(last.calls[0].path, turn=reported_turn(index, last.turn.number + 1), ids=ids)
