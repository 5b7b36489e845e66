"""Which thinking goes along when a block of it has to go.

On a model that checks the prefix each block is bound to the one before it, so what is kept must be an unbroken run of
the original sequence (documented 2026-10-10). In the latest assistant turn of any model a run of neighbours stays
whole or goes whole. So it does in every turn here: each was the latest once, and what was sent then is sent again.
"""

from collections.abc import Iterator
from itertools import groupby

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.what_is_left import nothing_left
from sendable.wire.blocks import Block, Turn
from sendable.wire.kinds import THINKING

BOUND = "dropped thinking that is bound to a dropped block"
BESIDE = "dropped thinking of the same run, which can only stay whole"


def drop_thinking(draft: Draft, doomed: dict[Block, str], what: str) -> None:
    """Drop thinking blocks, each for a rule, with all that must not stay without them.

    Where nothing else is in the request, they stay.
    """
    if not doomed or draft.options.max_loss < Loss.DROPS:
        return
    told = dict.fromkeys(doomed, what)
    gone = whole_runs(draft, doomed)
    if draft.checks_prefix:
        gone = _with_bound(draft, gone, told)
    if nothing_left(draft, gone):
        return
    for block, rule in gone.items():
        if draft.may(rule, block.path, Loss.DROPS, told.get(block, BESIDE)):
            draft.drop(block, rule)


def whole_runs(draft: Draft, doomed: dict[Block, str]) -> dict[Block, str]:
    """These thinking blocks, with the whole runs that they belong to."""
    gone = dict(doomed)
    for turn in draft.index.turns:
        for run in _runs_of(turn):
            rule = next((doomed[one] for one in run if one in doomed), None)
            if rule is not None:
                gone.update((one, doomed.get(one, rule)) for one in run)
    return gone


def _runs_of(turn: Turn) -> Iterator[list[Block]]:
    for thinks, run in groupby(turn.blocks, lambda block: block.kind in THINKING):
        if thinks:
            yield list(run)


def _with_bound(draft: Draft, gone: dict[Block, str], told: dict[Block, str]) -> dict[Block, str]:
    """With every thinking block behind the first one that goes and has kept thinking in front of it.

    What goes from the start leaves an unbroken run behind it.
    """
    rule = ""
    keeps = False
    more: dict[Block, str] = {}
    for block in (block for message in draft.index.messages for block in message.blocks if block.kind in THINKING):
        if block in gone:
            rule = rule or (gone[block] if keeps else "")
            more[block] = gone[block]
        elif rule:
            more[block] = rule
            told[block] = BOUND
        else:
            keeps = True
    return more
