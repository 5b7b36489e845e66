"""The pass `tell_foreign_result_blocks`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.repair.result_text import as_text
from sendable.wire.paths import lookup

RULE = "tool-result-block-types"


@repair_pass(RULE)
def tell_foreign_result_blocks(draft: Draft) -> None:
    """Tell a block that may not stand in a tool result as text, in its place.

    The result of a sub-agent brings its thinking and its calls along; the model that asked can read them.
    """
    for finding in draft.findings:
        block = lookup(draft.index.request, finding.place)
        if isinstance(block, dict) and draft.may(
            RULE, finding.place, Loss.DEMOTES, "told a block that no tool result may hold as text"
        ):
            draft.set(finding.place, as_text(block))
