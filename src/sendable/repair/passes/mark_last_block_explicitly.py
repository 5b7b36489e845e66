"""The pass `mark_last_block_explicitly`."""

from sendable.contract.cache_marks import automatic, last_block
from sendable.repair.breakpoints import Leaving, move_back
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass


@repair_pass(
    "cache-top-level-legacy-bedrock",
    unstable="it stands for automatic caching, which follows the last block",
    marks=True,
)
def mark_last_block_explicitly(draft: Draft) -> None:
    """Where automatic caching is not known, put its breakpoint on the last block by hand.

    Only dropping the setting would be a smaller change, and would make every turn pay for the whole conversation.
    """
    rule = "cache-top-level-legacy-bedrock"
    if not draft.may(rule, ("cache_control",), Loss.KEEPS, "took away automatic caching, which the target lacks"):
        return
    draft.unset(("cache_control",))
    mark, block = automatic(draft.index), last_block(draft.index)
    if mark is not None and block is not None:
        move_back(draft, {block: Leaving(mark, rule)}, "put the automatic cache breakpoint here")
