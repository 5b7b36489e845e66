"""The pass `set_up_web_tools`."""

from sendable.contract.rules.native.web_tool_config import needs_code
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass

_RULE = "web-tool-config"


@repair_pass("web-tool-config")
def set_up_web_tools(draft: Draft) -> None:
    """Let a model that cannot call tools from code call them directly, and leave out an empty list of blocked domains.

    The API's own message asks for the one; the other blocks nothing. An empty list of allowed domains may mean all or
    nothing, and where both lists are filled either choice opens or closes something: those findings stay.
    """
    wanted = {finding.place for finding in draft.findings}
    for tool in draft.index.tools:
        callers, blocked = (*tool.path, "allowed_callers"), (*tool.path, "blocked_domains")
        if (
            callers in wanted
            and needs_code(tool)
            and draft.may(_RULE, callers, Loss.KEEPS, "made the tool a direct one")
        ):
            draft.set(callers, ["direct"])
        if blocked in wanted and draft.may(_RULE, blocked, Loss.KEEPS, "left out the empty list of blocked domains"):
            draft.unset(blocked)
