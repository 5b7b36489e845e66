"""The pass `echo_toolset_names`."""

from sendable.contract.toolset_results import unnamed
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass

_RULE = "toolset-rules"


@repair_pass(_RULE)
def echo_toolset_names(draft: Draft) -> None:
    """Repeat the toolset's name of a call in its result.

    A result that holds other blocks than it may is left: to drop what a tool returned is not this pass's to decide.
    """
    for call, result in unnamed(draft.index):
        if draft.may(_RULE, result.path, Loss.KEEPS, "repeated the toolset's name in the result"):
            draft.set((*result.path, "toolset_name"), call.value["toolset_name"])
