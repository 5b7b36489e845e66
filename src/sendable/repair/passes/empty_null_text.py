"""The pass `empty_null_text`."""

from sendable.contract.shape import claimed
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.wire.paths import lookup

RULE = "field-types"
_TEXTS = frozenset({("TextBlock", "text"), ("ThinkingBlock", "thinking")})


@repair_pass(RULE)
def empty_null_text(draft: Draft) -> None:
    """Write a text or a thinking that is null as the empty text that it stands for.

    Whether an empty block may stay where it stands is for the passes behind to say: signed thinking may, text goes.
    Other APIs write null where a model called a tool and said nothing.
    """
    for fault in claimed(draft.index, RULE):
        if fault.kind != "type" or (fault.owner, fault.field) not in _TEXTS or fault.path[-1] != fault.field:
            continue
        if lookup(draft.index.request, fault.path) is None and draft.may(
            RULE, fault.path, Loss.KEEPS, f"wrote the `{fault.field}` that held null as an empty one"
        ):
            draft.set(fault.path, "")
