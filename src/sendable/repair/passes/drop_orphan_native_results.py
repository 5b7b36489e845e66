"""The pass `drop_orphan_native_results`."""

from sendable.contract.native_pairs import NativePairs, native_pairs
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.repair.sameness import said
from sendable.wire.blocks import Block

RULE = "server-result-orphan"


@repair_pass(RULE, unstable="a result that comes in a later request may be the last one then")
def drop_orphan_native_results(draft: Draft) -> None:
    """Drop a native result whose call is gone; of several results of one call the last one stays.

    A call cannot be made up: its id and its input belong to a sampling that nobody has any more. The last result is
    what the tool came to, as with client calls; of results that say the same the first one stays, which costs nothing.
    """
    pairs = native_pairs(draft.index)
    for block in pairs.orphans:
        if block not in pairs.repeats and draft.may(
            RULE, block.path, Loss.DROPS, "dropped the native result, whose call is gone"
        ):
            draft.drop(block, RULE)
    for results in _several(pairs):
        last = said(results[-1])
        kept = next(result for result in results if said(result) == last)
        for result in results:
            if result is not kept:
                _drop_repeat(draft, result, same=said(result) == last)


def _several(pairs: NativePairs) -> list[list[Block]]:
    """The results of each call that has several, in their order."""
    found: dict[Block, list[Block]] = {}
    for later, earlier in pairs.repeats.items():
        found[later] = found.pop(earlier, [earlier])
        found[later].append(later)
    return list(found.values())


def _drop_repeat(draft: Draft, result: Block, *, same: bool) -> None:
    loss, what = (
        (Loss.KEEPS, "dropped a native result that stands there already")
        if same
        else (Loss.DROPS, "dropped a native result that a later one of the same call replaces")
    )
    if draft.may(RULE, result.path, loss, what):
        draft.drop(result, RULE)
