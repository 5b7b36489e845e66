"""The pass `swap_tool_search`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.repair.tool_breakpoints import move_back
from sendable.wire.blocks import Block

_RULE = "tool-search-bedrock"
_NAME = "tool_search_tool_regex"
_TYPE = "tool_search_tool_regex_20251119"


@repair_pass(_RULE)
def swap_tool_search(draft: Draft) -> None:
    """Declare the search by regular expression in the place of the other one, where only that is run.

    Without a search the deferred tools would be out of reach.
    """
    there = any(tool.value.get("name") == _NAME for tool in draft.index.tools)
    gone: list[Block] = []
    for tool in draft.index.tools:
        if tool.path not in {finding.place for finding in draft.findings}:
            continue
        if not draft.may(_RULE, tool.path, Loss.DEMOTES, "declared the search by regular expression instead"):
            continue
        if there:
            draft.edit.drop(tool.path)
            gone.append(tool)
        else:
            draft.set(tool.path, {**tool.value, "type": _TYPE, "name": _NAME})
            there = True
    move_back(draft, gone, gone, _RULE)
