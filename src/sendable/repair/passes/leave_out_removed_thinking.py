"""The pass `leave_out_removed_thinking`."""

from sendable.repair.draft import Draft
from sendable.repair.removed_thinking import leave_out
from sendable.repair.repair_pass import repair_pass


@repair_pass(always=True)
def leave_out_removed_thinking(draft: Draft) -> None:
    """Leave thinking out that was removed from an earlier request of the same conversation.

    Putting it back would make the thinking fail that was made without it (documented 2026-10-10). Without the state of
    the conversation there is none to leave out.
    """
    leave_out(draft, draft.past.removed)
