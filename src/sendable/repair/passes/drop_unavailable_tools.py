"""The pass `drop_unavailable_tools`."""

from sendable.contract.rules.platform.tool_type_without_beta import TOOL_BETAS
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass


@repair_pass("count-tokens-server-tools", "tool-type-without-beta")
def drop_unavailable_tools(draft: Draft) -> None:
    """Drop the tools that the endpoint or the betas do not know, or ask for the beta where that is allowed.

    A count of tokens without the tool is a little too low. What the history holds of its calls may stay.
    """
    tools = {tool.path: tool for tool in draft.index.tools}
    for finding in draft.findings:
        betas = TOOL_BETAS.get(tools[finding.place].kind, ())
        if finding.rule == "tool-type-without-beta" and draft.options.add_betas:
            if draft.may(finding.rule, finding.place, Loss.KEEPS, "asked for the beta that the tool needs"):
                draft.ask_for(betas[-1])
        elif draft.may(finding.rule, finding.place, Loss.DROPS, "dropped the tool, which is not to be had here"):
            draft.unset(finding.place)
