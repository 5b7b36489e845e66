"""The pass `raise_compaction_trigger`."""

from sendable.contract.rules.envelope.compaction_trigger import LEAST
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass

RULE = "compaction-trigger"


@repair_pass(RULE)
def raise_compaction_trigger(draft: Draft) -> None:
    """Raise the trigger of compaction to the lowest value that the API takes.

    That is the nearest to what was asked for; without a trigger the default, three times as high, would apply.
    """
    for finding in draft.findings:
        if draft.may(RULE, finding.place, Loss.KEEPS, "raised the trigger of compaction to the lowest value allowed"):
            draft.set(finding.place, LEAST)
