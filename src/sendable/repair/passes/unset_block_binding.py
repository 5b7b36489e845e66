"""The pass `unset_block_binding`."""

from sendable.repair.block_binding import BETA
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass

RULE = "block-binding-field"


@repair_pass(RULE)
def unset_block_binding(draft: Draft) -> None:
    """Take `block_binding` away where its beta is not sent, or ask for the beta where that is allowed.

    Without the setting the API refuses thinking of another prefix instead of dropping it; nothing of the conversation
    is lost by that.
    """
    for finding in draft.findings:
        if draft.options.add_betas:
            if draft.may(RULE, finding.place, Loss.KEEPS, "asked for the beta of the setting"):
                draft.ask_for(BETA)
        elif draft.may(RULE, finding.place, Loss.DROPS, "took a setting away whose beta is not sent"):
            draft.unset(finding.place)
