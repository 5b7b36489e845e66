"""The pass `unset_block_binding`."""

from sendable.contract.prefix_check import BINDING_BETA
from sendable.contract.thinking_setting import thinking_type
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass

RULE = "block-binding-field"


@repair_pass(RULE)
def unset_block_binding(draft: Draft) -> None:
    """Take `block_binding` away where its beta is not sent or thinking is off; ask for the beta where that may help.

    Without the setting the API refuses thinking of another prefix instead of dropping it; nothing of the conversation
    is lost by that.
    """
    for finding in draft.findings:
        if draft.options.add_betas and thinking_type(draft.index) in ("adaptive", "enabled"):
            if draft.may(RULE, finding.place, Loss.KEEPS, "asked for the beta of the setting"):
                draft.ask_for(BINDING_BETA)
        elif draft.may(RULE, finding.place, Loss.DROPS, "took `block_binding` away, which is refused here"):
            draft.unset(finding.place)
