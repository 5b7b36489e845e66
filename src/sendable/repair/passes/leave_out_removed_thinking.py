"""The pass `leave_out_removed_thinking`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.repair.thinking_keys import found_again, thinking_of
from sendable.wire.index import Index

WHAT = "left out thinking that earlier requests of the conversation had lost"


@repair_pass(always=True)
def leave_out_removed_thinking(draft: Draft) -> None:
    """Leave thinking out that was removed from an earlier request of the same conversation.

    Putting it back would make the thinking fail that was made without it (documented 2026-10-10). Without the state of
    the conversation there is none to leave out.
    """
    past = draft.past
    if not past.removed or past.request is None:
        return
    before, now = thinking_of(Index(past.request)), thinking_of(draft.index)
    for at, block in zip(found_again(before, now), now, strict=True):
        removed = at is not None and past.origins.of(before[at].path) in past.removed
        if removed and draft.may("", block.path, Loss.DROPS, WHAT):
            draft.drop(block, "")
