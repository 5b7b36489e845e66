"""The pass `map_foreign_ids`."""

import re

from sendable.contract.client_pairs import Exchange, exchanges
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.new_ids import new_id, placed_id
from sendable.repair.repair_pass import repair_pass
from sendable.wire.blocks import Block
from sendable.wire.limits import TOOL_ID

MISSING = "tool-result-missing-id"
PATTERN = "tool-use-id-pattern"
FIELD = {"tool_use": "id", "tool_result": "tool_use_id"}

_fits = re.compile(TOOL_ID.removesuffix("$") + r"\Z").match


@repair_pass(PATTERN, MISSING)
def map_foreign_ids(draft: Draft) -> None:
    """Give client calls, and their results, ids that the API takes.

    A foreign id is cleaned and gets a hash of its own, so that ids which look alike stay apart and the same id becomes
    the same in every request. A call without an id gets one made of its place. A result without an id is given the id
    of a call only where there are as many such results as calls that wait for one, then in their order; elsewhere it
    stays, and is an orphan: to guess would answer a call with what another tool said.
    """
    for block in draft.index.blocks("tool_use", "tool_result"):
        old = _text(block)
        if old and not _fits(old):
            _name(draft, block, PATTERN, new_id(old), old)
        elif old and not isinstance(block.value.get(FIELD[block.kind]), str):
            _name(draft, block, MISSING, old, old)
    for exchange in exchanges(draft.index):
        _name_the_nameless(draft, exchange)


def _text(block: Block) -> str:
    """The id of a call or result as text; "" when it has none. A number counts as an id that lost its quotes."""
    held = block.value.get(FIELD[block.kind])
    if isinstance(held, int) and not isinstance(held, bool):
        return str(held)
    return held if isinstance(held, str) else ""


def _name_the_nameless(draft: Draft, exchange: Exchange) -> None:
    results = [*exchange.leading, *exchange.later]
    named = {_text(result) for result in results}
    waiting: list[tuple[Block, str]] = []
    for at, call in enumerate(exchange.calls):
        old = _text(call)
        if not old:
            fresh = placed_id(exchange.turn.number, at)
            if _name(draft, call, _rule(call), fresh, ""):
                waiting.append((call, fresh))
        elif old not in named:
            waiting.append((call, old if _fits(old) else new_id(old)))
    nameless = [result for result in results if not _text(result)]
    if len(nameless) == len(waiting):
        for result, (_, call_id) in zip(nameless, waiting, strict=True):
            _name(draft, result, _rule(result), call_id, "")


def _rule(block: Block) -> str:
    """The rule that a block without an id breaks: an empty string is a string."""
    return PATTERN if block.value.get(FIELD[block.kind]) == "" else MISSING


def _name(draft: Draft, block: Block, rule: str, new: str, old: str) -> bool:
    field = FIELD[block.kind]
    path = (*block.path, field)
    what = "gave the block an id that the API takes" if old else "gave the block an id, since it had none"
    if not draft.may(rule, path, Loss.KEEPS, what):
        return False
    draft.set(path, new)
    if old and new != old:
        draft.ids.setdefault("ids", {})[new] = old
    return True
