"""The pass `drop_unpaired_native_calls`."""

from sendable.repair.callers import make_direct
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass


@repair_pass(
    "server-tool-unpaired",
    unstable="a call in flight stays; once something else follows it, it is dropped",
)
def drop_unpaired_native_calls(draft: Draft) -> None:
    """Drop a native call that has no result and is not in flight.

    A result cannot be made up: those of searches are encrypted, and any other would be a claim about the world. Telling
    the call as text would put words into the model's mouth. A call that never returned was never heard of by the model
    that answers next, so nothing that it said depends on it.
    """
    blocks = {block.path: block for block in draft.index.blocks("server_tool_use", "mcp_tool_use")}
    rule = "server-tool-unpaired"
    dropped = []
    for finding in draft.findings:
        if draft.may(rule, finding.place, Loss.DROPS, "dropped the native call, whose result never came"):
            draft.drop(blocks[finding.place], rule)
            dropped.append(blocks[finding.place])
    make_direct(draft, dropped, rule)
