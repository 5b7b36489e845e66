"""The pass `align_automatic_breakpoint`."""

from sendable.contract.cache_marks import last_block
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass


@repair_pass(
    "cache-auto-conflict",
    unstable="automatic caching follows the last block, and so does its ttl",
    marks=True,
)
def align_automatic_breakpoint(draft: Draft) -> None:
    """Give automatic caching the ttl that the last block asks for.

    The setting then has nothing to do, and no message changes. Taking the breakpoint off the block instead would edit
    the conversation, and could put an hour behind five minutes.
    """
    block = last_block(draft.index)
    what = "gave automatic caching the ttl of the breakpoint on the last block"
    if block is not None and draft.may("cache-auto-conflict", ("cache_control",), Loss.KEEPS, what):
        draft.set(("cache_control",), block.value["cache_control"])
