"""The pass `null_empty_summaries`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass

RULE = "compaction-content"


@repair_pass(RULE)
def null_empty_summaries(draft: Draft) -> None:
    """Write an empty summary as null, as the API does where summarising failed.

    Such a block does nothing, and what stands before it still counts. Dropping the block would be more than is needed.
    """
    for finding in draft.findings:
        if draft.may(RULE, finding.place, Loss.KEEPS, "wrote the empty summary as null"):
            draft.set(finding.place, None)
