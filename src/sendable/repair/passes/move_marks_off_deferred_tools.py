"""The pass `move_marks_off_deferred_tools`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.repair.tool_breakpoints import move_back

_RULE = "defer-with-cache"


@repair_pass(_RULE, marks=True)
def move_marks_off_deferred_tools(draft: Draft) -> None:
    """Move the breakpoint of a deferred tool to the nearest tool before it that is not deferred.

    Loading the tool at once instead would give up what deferring it saves. With no such tool before it there is nothing
    to cache, and the breakpoint goes.
    """
    places = {finding.place[:2] for finding in draft.findings}
    marked = [tool for tool in draft.index.tools if tool.path in places]
    allowed = [
        tool
        for tool in marked
        if draft.may(_RULE, (*tool.path, "cache_control"), Loss.KEEPS, "took the cache breakpoint off a deferred tool")
    ]
    for tool in allowed:
        draft.unset((*tool.path, "cache_control"))
    move_back(draft, allowed, [], _RULE)
