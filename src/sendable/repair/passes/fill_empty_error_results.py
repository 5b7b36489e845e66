"""The pass `fill_empty_error_results`."""

from sendable.contract.tool_results import error_results
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.repair.result_text import FAILED

RULE = "tool-result-error-empty"


@repair_pass(RULE)
def fill_empty_error_results(draft: Draft) -> None:
    """Let an empty error result say that the call failed.

    That is what its flag says already, so nothing is made up. Clearing the flag instead would tell the model that the
    call went well.
    """
    wanted = {finding.place for finding in draft.findings}
    for block in error_results(draft.index):
        if block.path in wanted and draft.may(RULE, block.path, Loss.KEEPS, "said in the text that the call failed"):
            draft.set((*block.path, "content"), FAILED)
