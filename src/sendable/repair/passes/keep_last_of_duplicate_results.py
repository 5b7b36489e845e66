"""The pass `keep_last_of_duplicate_results`."""

from sendable.contract.client_pairs import client_pairs
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.repair.sameness import said
from sendable.wire.blocks import Block

RULE = "tool-result-duplicate"


@repair_pass(RULE, unstable="a result that comes in a later request may be the last one then")
def keep_last_of_duplicate_results(draft: Draft) -> None:
    """Keep the last result of a call, where it stands, and drop the earlier ones of the same turn.

    The last one is what the tool came to: a retry after an error, the output behind a notice that it is still running.
    Of results that say the same the first one stays, which costs nothing.
    """
    for results in _repeated(draft):
        last = said(results[-1])
        kept = next(result for result in results if said(result) == last)
        for result in results:
            if result is not kept:
                _drop(draft, result, same=said(result) == last)


def _drop(draft: Draft, result: Block, *, same: bool) -> None:
    loss, what = (
        (Loss.KEEPS, "dropped a result that stands in the turn already")
        if same
        else (Loss.DROPS, "dropped a result that a later one of the same call replaces")
    )
    if draft.may(RULE, result.path, loss, what):
        draft.drop(result, RULE)


def _repeated(draft: Draft) -> list[list[Block]]:
    """The results of one id and one turn, where there are several."""
    found: dict[tuple[int, object], list[Block]] = {}
    turns = {repeat.turn.number: repeat.turn for repeat in client_pairs(draft.index).repeats}
    for number, turn in turns.items():
        for block in turn.blocks:
            call = block.value.get("tool_use_id")
            if block.kind == "tool_result" and isinstance(call, str):
                found.setdefault((number, call), []).append(block)
    return [results for results in found.values() if len(results) > 1]
