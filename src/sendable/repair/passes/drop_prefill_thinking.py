"""The pass `drop_prefill_thinking`."""

from sendable.contract.closing_turn import prefill
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.repair.what_is_left import nothing_left
from sendable.wire.kinds import THINKING

RULE = "prefill-with-thinking"


@repair_pass(RULE, unstable="the thinking stays once a user message follows the turn")
def drop_prefill_thinking(draft: Draft) -> None:
    """Drop the thinking of a turn that the model is to go on with while thinking is off.

    Turning thinking on would change what was asked for, and what it costs. All of the turn goes: part of a run cannot.
    """
    turn = prefill(draft.index)
    doomed = [block for block in turn.blocks if block.kind in THINKING] if turn is not None else []
    if nothing_left(draft, doomed):
        return
    for block in doomed:
        if draft.may(
            RULE, block.path, Loss.DROPS, "dropped thinking from the turn to go on with, since thinking is off"
        ):
            draft.drop(block, RULE)
