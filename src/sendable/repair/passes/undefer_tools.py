"""The pass `undefer_tools`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass

_RULE = "all-deferred"


@repair_pass(_RULE)
def undefer_tools(draft: Draft) -> None:
    """Load the search tool at once, and all tools where there is none to find them.

    To load one of them at random would leave the others out of reach.
    """
    searches = [tool for tool in draft.index.tools if tool.kind.startswith("tool_search_tool_")]
    for tool in searches[:1] or draft.index.tools:
        if draft.may(_RULE, tool.path, Loss.KEEPS, "loads the tool at once instead of deferring it"):
            draft.unset((*tool.path, "defer_loading"))
