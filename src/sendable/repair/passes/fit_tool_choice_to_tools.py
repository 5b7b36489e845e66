"""The pass `fit_tool_choice_to_tools`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.passes.unforce_tool_choice import unforced
from sendable.repair.repair_pass import repair_pass

_RULE = "tool-choice-without-tool"


@repair_pass(_RULE)
def fit_tool_choice_to_tools(draft: Draft) -> None:
    """Drop a choice where there are no tools, and let the model choose where the one it must call is not declared.

    Forcing another tool instead would be a guess; declaring the missing one would make up what it does.
    """
    if not draft.index.tools:
        if draft.may(_RULE, ("tool_choice",), Loss.KEEPS, "dropped the tool_choice: there is no tool to choose"):
            draft.unset(("tool_choice",))
    elif draft.may(_RULE, ("tool_choice",), Loss.DEMOTES, "let the model choose: the tool to call is not declared"):
        draft.set(("tool_choice",), unforced(draft.index.request["tool_choice"]))
