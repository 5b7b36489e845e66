"""The pass `settle_bound_thinking`."""

from collections.abc import Collection

from sendable.prefix.bound import RULE
from sendable.repair.block_binding import set_drop_block
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.edited_since import edited_since
from sendable.repair.past import Sent
from sendable.repair.prefix_changes import begins_with, changed_behind, changes_end, thinks_as
from sendable.repair.removed_thinking import leave_out
from sendable.repair.repair_pass import repair_pass
from sendable.repair.thinking_chain import whole_runs
from sendable.repair.thinking_keys import thinking_of
from sendable.repair.thinking_runs import turn_thinking_off
from sendable.repair.what_is_left import nothing_left
from sendable.wire.blocks import Block

STALE = "dropped thinking that is bound to what stood before it until now"


@repair_pass(always=True)
def settle_bound_thinking(draft: Draft) -> None:
    """Where a repair changed what thinking is bound to, let the server drop that thinking, or drop it here.

    On a model that checks the prefix a repair of an earlier part would trade one refusal for the next. The setting of
    `block_binding` stays with the conversation from then on: later requests ask for it again. Where thinking type,
    model, platform or the known betas do not allow it, the thinking behind the first change goes, and all else stays.
    Thinking goes from there to the end, so that what is kept has no gap; a run goes whole. Models that do not check
    keep everything.
    """
    if draft.past.repeats:
        leave_out(draft, draft.past.removed_now)
    elif draft.checks_prefix:
        _settle(draft)


def _settle(draft: Draft) -> None:
    changed = changed_behind(draft)
    draft.stale = _stale(draft, changed)
    rule = "" if changed else _came_with(draft)
    if not draft.stale and not draft.past.drop_block:
        return
    if draft.options.max_loss < Loss.DROPS or set_drop_block(draft, rule, next(iter(draft.stale), None)):
        return
    gone = whole_runs(draft, dict.fromkeys(draft.stale, rule))
    if not nothing_left(draft, gone):
        draft.stale = []
        _drop(draft, gone, rule)


def _came_with(draft: Draft) -> str:
    """The rule that the request broke as it came; none where what is stale was known to be before."""
    before = draft.past.stale
    return RULE if any(draft.origins.of(block.path) not in before for block in draft.stale or ()) else ""


def _stale(draft: Draft, changed: list[Block]) -> list[Block]:
    """What is bound to something that changed now, or had changed before."""
    edited = edited_since(draft)
    found = {*changed, *edited}
    before = draft.past.stale
    thinking = thinking_of(draft.index) if found or before else []
    behind = [one for one in thinking if one in found or draft.origins.of(one.path) in before]
    ledger = draft.past.ledger
    if ledger is None:
        return behind
    sent = draft.past.sent
    goes_on = sent is not None and not before and _goes_on(draft, sent)
    end = changes_end(draft) if behind and not edited and not before else None
    standing = ledger.standing(draft.index, behind, sent.messages if sent is not None and goes_on else 0, end)
    draft.sure = None if standing.sure is None else draft.origins.of(standing.sure.path)
    return standing.failing


def _goes_on(draft: Draft, sent: Sent) -> bool:
    """Whether all that was sent stands at the beginning, its thinking, too: only what is new has to be looked at."""
    return begins_with(sent, draft.past, draft.index) and thinks_as(sent, draft.past, draft.index)


def _drop(draft: Draft, gone: Collection[Block], rule: str) -> None:
    for block in gone:
        if draft.may(rule, block.path, Loss.DROPS, STALE):
            draft.drop(block, rule)
    latest = next((turn for turn in reversed(draft.index.turns) if turn.role == "assistant"), None)
    if latest is not None and any(block in gone for block in latest.blocks) and latest is not draft.index.turns[-1]:
        turn_thinking_off(draft, rule)
