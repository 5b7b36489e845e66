"""The pass `drop_waiting_tool_search`."""

from sendable.contract.native_pairs import is_tool_search, native_pairs
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.repair.thinking_runs import Joining
from sendable.wire.blocks import Block
from sendable.wire.kinds import NATIVE_CALLS, NATIVE_RESULTS

WHAT = "dropped the tool search in flight: it is cheap to repeat, and other platforms refuse it"


@repair_pass(always=True, unstable="a search that has its result stays")
def drop_waiting_tool_search(draft: Draft) -> None:
    """Drop a tool search that is in flight, although the API itself would let it wait.

    Bedrock refuses it, so a stored conversation that holds one can be sent in some places only; the model searches
    again at once. It stays where the drop itself would be refused: between two runs of thinking in the latest assistant
    turn, and where it makes a paused turn of what would else be a prefill that the model does not take.
    """
    if draft.options.keep_tool_search or "server_tool_use" not in draft.index.top:
        return
    joining = Joining(draft)
    for call in native_pairs(draft.index).waiting:
        if not is_tool_search(call) or joining.by(call) or _holds_pause(draft, call):
            continue
        if draft.may("", call.path, Loss.DROPS, WHAT):
            draft.drop(call, "")


def _holds_pause(draft: Draft, call: Block) -> bool:
    """Whether the call ends a paused turn that would end in a refused prefill without it."""
    facts = draft.target.facts
    last = draft.index.turns[-1]
    if last.role != "assistant" or facts is None or facts.prefill:
        return False
    for message in reversed(last.messages):
        for block in reversed(message.blocks):
            if block is not call and block not in draft.dropped:
                return block.kind not in NATIVE_CALLS and block.kind not in NATIVE_RESULTS
    return False
