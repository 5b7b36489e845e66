"""The pass `restore_thinking_field`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass

RULE = "thinking-field-missing"


@repair_pass(RULE)
def restore_thinking_field(draft: Draft) -> None:
    """Give a thinking block back the empty `thinking` that a serializer left out.

    The signature holds what was thought, so the block is whole again. Dropping it would break the chain for nothing;
    one without a sound signature is dropped by the pass behind this one.
    """
    for finding in draft.findings:
        if draft.may(RULE, finding.place, Loss.KEEPS, "put back the empty text of a thinking block"):
            draft.set((*finding.place, "thinking"), "")
