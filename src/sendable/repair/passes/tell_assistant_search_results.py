"""The pass `tell_assistant_search_results`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.repair.result_text import as_text
from sendable.wire.blocks import Block

RULE = "search-result-role"


@repair_pass(RULE)
def tell_assistant_search_results(draft: Draft) -> None:
    """Tell a search result in an assistant turn as text, in its place; behind a client call it is dropped.

    There a text would take the place in which the result of the call is expected.
    """
    wanted = {finding.place for finding in draft.findings}
    calls: dict[int, bool] = {}
    for turn in draft.index.turns:
        for block in turn.blocks:
            calls[turn.number] = calls.get(turn.number, False) or block.kind == "tool_use"
            if block.kind == "search_result" and block.path in wanted:
                _settle(draft, block, behind_call=calls[turn.number])


def _settle(draft: Draft, block: Block, *, behind_call: bool) -> None:
    if behind_call:
        if draft.may(RULE, block.path, Loss.DROPS, "dropped the search result, which may not stand in this turn"):
            draft.drop(block, RULE)
    elif draft.may(RULE, block.path, Loss.DEMOTES, "told the search result as text, since the turn may not hold it"):
        draft.replace(block, as_text(block.value))
