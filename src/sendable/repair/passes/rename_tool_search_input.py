"""The pass `rename_tool_search_input`."""

from sendable.contract.tool_searches import KEYS, OTHER, misnamed
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass

_RULE = "tool-search-input"


@repair_pass(_RULE)
def rename_tool_search_input(draft: Draft) -> None:
    """Give the input of a tool search the name that this search has for it.

    What was searched for stays as it is. To drop the call would drop what was found with it.
    """
    for block in misnamed(draft.index):
        key = KEYS[block.value["name"]]
        if draft.may(_RULE, block.path, Loss.KEEPS, "renamed the input of the tool search"):
            named = {key if name == OTHER[key] else name: value for name, value in block.value["input"].items()}
            draft.set((*block.path, "input"), named)
