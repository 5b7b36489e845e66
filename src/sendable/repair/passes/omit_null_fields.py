"""The pass `omit_null_fields`."""

from sendable.contract.shape import claimed
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.wire.paths import found
from sendable.wire.schema import schema

RULE = "field-types"


@repair_pass(RULE)
def omit_null_fields(draft: Draft) -> None:
    """Leave out a field that holds null where the API wants it omitted.

    Null and omitted mean the same, so nothing is lost. A field that must be there is left alone.
    """
    read = schema()
    for fault in claimed(draft.index, RULE):
        fields = read.request if fault.owner == "" else read.objects[fault.owner]
        spec = fields.get(str(fault.path[-1]))
        if fault.path[-1] != fault.field or spec is None or spec.get("required"):
            continue
        what = f"left out the field `{fault.field}`, which held null"
        if (
            fault.kind != "missing"
            and found(draft.index.request, fault.path) is None
            and draft.may(RULE, fault.path, Loss.KEEPS, what)
        ):
            draft.unset(fault.path)
