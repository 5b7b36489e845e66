"""The pass `lower_max_tokens`."""

from sendable.contract.output_cap import output_cap
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass

RULE = "max-tokens-too-large"


@repair_pass(RULE)
def lower_max_tokens(draft: Draft) -> None:
    """Lower `max_tokens` to what the model can put out.

    No answer gets shorter by that: the model could not have written more.
    """
    cap = output_cap(draft.target, draft.index.source.shape == "batch")
    if cap is not None and draft.may(RULE, ("max_tokens",), Loss.KEEPS, "lowered `max_tokens` to the model's cap"):
        draft.set(("max_tokens",), cap)
