"""The pass `drop_tool_changes`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass

RULE = "sys-tool-change"


@repair_pass(RULE)
def drop_tool_changes(draft: Draft) -> None:
    """Drop a change of tools that names none, or that the model does not take where it stands.

    A definition of the tool is nobody's to make up, and the conversation goes on without: a tool that is not declared
    could not be called either way.
    """
    places = {finding.place for finding in draft.findings}
    for block in draft.index.blocks("tool_addition", "tool_removal"):
        if block.path in places and draft.may(RULE, block.path, Loss.DROPS, "dropped a change of tools"):
            draft.drop(block, RULE)
