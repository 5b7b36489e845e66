"""The pass `drop_clear_thinking_edits`."""

from sendable.contract.context_edits import edits
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass

RULE = "clear-thinking-needs-thinking"


@repair_pass(RULE)
def drop_clear_thinking_edits(draft: Draft) -> None:
    """Drop the edit that clears thinking from a request that does not think.

    With the last edit `context_management` goes. Turning thinking on instead would be another request. The server drops
    the thinking of such a request anyway.
    """
    places = [finding.place for finding in draft.findings]
    dropped = [path for path in places if draft.may(RULE, path, Loss.DROPS, "dropped the edit that clears thinking")]
    if dropped and len(dropped) == len(list(edits(draft.index))):
        draft.unset(("context_management",))
        return
    for path in dropped:
        draft.unset(path)
