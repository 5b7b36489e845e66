"""The pass `drop_repeated_tools`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.repair.tool_breakpoints import move_back
from sendable.wire.blocks import Block, Json

_RULE = "tool-names-unique"


@repair_pass(_RULE)
def drop_repeated_tools(draft: Draft) -> None:
    """Drop a tool whose name an earlier one has: a repetition as it is, another tool where the history calls none.

    Where the history calls a tool of that name, nobody can tell which of the two was meant; then the finding stays. A
    new name would be one that the code behind the tool does not know.
    """
    called = {block.value.get("name") for block in draft.index.blocks("tool_use", "server_tool_use")
              if isinstance(block.value.get("name"), str)}  # fmt: skip
    first: dict[str, Block] = {}
    gone: list[Block] = []
    for tool in draft.index.tools:
        name = tool.value.get("name")
        if not isinstance(name, str):
            continue
        held = first.setdefault(name, tool)
        if held is not tool and _may_go(draft, tool, held, name in called):
            draft.edit.drop(tool.path)
            gone.append(tool)
    move_back(draft, gone, gone, _RULE)


def _may_go(draft: Draft, tool: Block, held: Block, called: bool) -> bool:
    if _unmarked(tool.value) == _unmarked(held.value):
        return draft.may(_RULE, tool.path, Loss.KEEPS, "dropped the repetition of a tool")
    if called:
        return False
    return draft.may(_RULE, tool.path, Loss.DROPS, "dropped another tool of a name that is taken")


def _unmarked(tool: Json) -> Json:
    return {key: value for key, value in tool.items() if key != "cache_control" and (key, value) != ("type", "custom")}
