"""The pass `order_cache_ttls`."""

from sendable.contract.cache_marks import late_marks
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass


@repair_pass("cache-ttl-order", marks=True)
def order_cache_ttls(draft: Draft) -> None:
    """Lower a breakpoint of an hour to five minutes where one of five minutes stands before it.

    Raising the earlier one instead would double the price of writing it, which nobody asked for, and would change an
    earlier part of the request for the sake of a later one. A system prompt keeps its hour unless the tools before it
    have less.
    """
    for late in late_marks(draft.index):
        path = (*(() if late.block is None else late.block.path), "cache_control", "ttl")
        what = "lowered the ttl of the cache breakpoint to that of an earlier one"
        if draft.may("cache-ttl-order", path, Loss.KEEPS, what):
            draft.set(path, "5m")
