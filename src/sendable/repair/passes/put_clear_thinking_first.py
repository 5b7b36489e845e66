"""The pass `put_clear_thinking_first`."""

from sendable.contract.context_edits import CLEAR_THINKING
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass

RULE = "clear-thinking-order"
_EDITS = ("context_management", "edits")


@repair_pass(RULE)
def put_clear_thinking_first(draft: Draft) -> None:
    """Move the edit that clears thinking to the front of the list; of several the first one stays.

    Dropping it would keep thinking that its owner wanted cleared; the other edits keep their order.
    """
    listed = draft.index.request["context_management"]["edits"]
    mine = [edit for edit in listed if isinstance(edit, dict) and edit.get("type") == CLEAR_THINKING]
    others = [edit for edit in listed if not any(edit is one for one in mine)]
    if draft.may(RULE, draft.findings[0].place, Loss.KEEPS, "moved the edit that clears thinking to the front"):
        draft.set(_EDITS, [mine[0], *others])
