"""The pass `merge_duplicate_calls`."""

from sendable.contract.client_pairs import exchanges
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.new_ids import new_id
from sendable.repair.repair_pass import repair_pass
from sendable.repair.sameness import said
from sendable.repair.thinking_runs import Joining
from sendable.wire.blocks import Block

RULE = "tool-use-id-duplicate"


@repair_pass(
    RULE,
    unstable="results that come in a later request may tell apart calls that looked like one",
)
def merge_duplicate_calls(draft: Draft) -> None:
    """Make one call of those that a turn holds several times, and give other calls under the same id one of their own.

    The same tool with the same input under the same id is one call, stored twice; the later ones are dropped. It is
    several calls where each of them has a result of its own and the results differ: two looks at a clock are two looks.
    What differs gets an id made of the old one and its number, and the results go with the calls in their order, since
    nothing else tells them apart; with fewer results than calls the last calls are left without one.
    """
    joining = Joining(draft)
    for exchange in exchanges(draft.index):
        calls = _by_id(exchange.calls, "id")
        if len(calls) == len(exchange.calls):
            continue
        results = _by_id([*exchange.leading, *exchange.later], "tool_use_id")
        for shared, of_one in calls.items():
            if len(of_one) > 1:
                _settle(draft, joining, shared, of_one, results.get(shared, []))


def _by_id(blocks: list[Block], field: str) -> dict[str, list[Block]]:
    """The blocks of a turn, id by id."""
    found: dict[str, list[Block]] = {}
    for block in blocks:
        if isinstance(held := block.value.get(field), str):
            found.setdefault(held, []).append(block)
    return found


def _settle(draft: Draft, joining: Joining, shared: str, calls: list[Block], held: list[Block]) -> None:
    own_results = len(held) == len(calls) and len({said(result) for result in held}) > 1
    kept = calls if own_results else _merged(draft, joining, calls)
    for number, call in enumerate(kept[1:], start=2):
        mine = held[number - 1 :] if number == len(kept) else held[number - 1 : number]
        _rename(draft, call, mine, new_id(f"{shared} {number}"), shared)


def _merged(draft: Draft, joining: Joining, calls: list[Block]) -> list[Block]:
    """The calls that differ; each repeat of one is dropped, unless that costs thinking which may not be lost."""
    kept: dict[str, Block] = {}
    for number, call in enumerate(calls):
        if kept.setdefault(said(call), call) is call:
            continue
        if draft.options.max_loss < Loss.DROPS and joining.by(call):
            kept[f"{number} {said(call)}"] = call
            continue
        if draft.may(RULE, call.path, Loss.KEEPS, "dropped the call, which stands in the turn already"):
            draft.drop(call, RULE)
    return list(kept.values())


def _rename(draft: Draft, call: Block, results: list[Block], new: str, old: str) -> None:
    if not draft.may(RULE, call.path, Loss.KEEPS, "gave the call an id of its own"):
        return
    draft.set((*call.path, "id"), new)
    draft.ids.setdefault("ids", {})[new] = old
    for result in results:
        draft.may(RULE, result.path, Loss.KEEPS, "gave the result the new id of its call")
        draft.set((*result.path, "tool_use_id"), new)
