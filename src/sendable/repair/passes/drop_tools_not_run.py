"""The pass `drop_tools_not_run`."""

from sendable.contract.rules.tools.tool_type_unsupported import is_not_run
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.repair.tool_breakpoints import move_back
from sendable.wire.blocks import Block

_RULE = "tool-type-unsupported"


@repair_pass(_RULE)
def drop_tools_not_run(draft: Draft) -> None:
    """Drop the native tools that the platform does not run.

    The model answers without them. A computer tool in a version that the model does not take is left: another version
    takes other arguments, and the caller's own code must know them.
    """
    places = {finding.place for finding in draft.findings}
    gone: list[Block] = []
    for tool in draft.index.tools:
        if tool.path not in places or not is_not_run(tool.kind, draft.target):
            continue
        if draft.may(_RULE, tool.path, Loss.DROPS, "dropped the native tool, which the platform does not run"):
            draft.edit.drop(tool.path)
            gone.append(tool)
    move_back(draft, gone, gone, _RULE)
