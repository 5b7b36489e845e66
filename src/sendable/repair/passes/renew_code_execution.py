"""The pass `renew_code_execution`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass

_RULE = "auto-inject-conflict"
_TYPE = "code_execution_20260120"


@repair_pass(_RULE)
def renew_code_execution(draft: Draft) -> None:
    """Declare the code execution tool in the version that the web tools share with it.

    To drop it would leave the same tool under the web tools' own terms; to bar them from code would change what they
    return. The containers of the newer version live on differently, hence the loss.
    """
    for finding in draft.findings:
        if draft.may(_RULE, finding.place, Loss.DEMOTES, "declared code execution in a newer version"):
            draft.set((*finding.place, "type"), _TYPE)
