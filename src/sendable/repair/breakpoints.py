"""Where a cache breakpoint goes when the block that carried it is dropped, or could not carry it in the first place."""

from collections.abc import Mapping

import msgspec

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.wire.blocks import Block, Json, Message
from sendable.wire.kinds import can_carry

JOINED = "joined the cache breakpoint with one that stands before it; the longer of the two stays"


class Leaving(msgspec.Struct, frozen=True):
    """A breakpoint that looks for a new place, and the rule that made it leave."""

    mark: Json
    rule: str


def move_back(draft: Draft, leaving: Mapping[Block, Leaving], what: str) -> None:
    """One sweep: each breakpoint goes to the nearest top-level block, at or before its own, that stays and can take it.

    Backwards only: forwards would cache what its author left outside. Where two meet, the longer ttl wins. Without a
    carrier a breakpoint is given up.
    """
    if not leaving:
        return
    carrier: Block | None = None
    given: dict[Block, Leaving] = {}
    for message in draft.index.messages:
        for block in message.blocks:
            if _can_take(draft, message, block):
                carrier = block
            moved = leaving.get(block)
            if moved is None or not is_breakpoint(moved.mark):
                continue
            if carrier is None:
                _give_up(draft, block, moved.rule)
                continue
            held = given[carrier].mark if carrier in given else carrier.value.get("cache_control")
            given[carrier] = Leaving(longer(moved.mark, held), moved.rule)
            if given[carrier].mark == held and carrier is not block:
                draft.note(moved.rule, block.path, Loss.KEEPS, JOINED, compared=False)
    for block, new in given.items():
        if new.mark != block.value.get("cache_control"):
            _put(draft, block, new, what)


def _give_up(draft: Draft, block: Block, rule: str) -> None:
    what = "gave up the cache breakpoint: no block before it can carry one"
    draft.note(rule, block.path, Loss.KEEPS, what, compared=False)


def _can_take(draft: Draft, message: Message, block: Block) -> bool:
    """Whether a block can take a breakpoint.

    Bare strings carry none on a model that checks the prefix, since a string that becomes a block may count as an edit
    there.
    """
    if block in draft.dropped or message.role == "system" or not can_carry(block.value):
        return False
    facts = draft.target.facts
    return block.position >= 0 or facts is None or facts.prefix_check == "no"


def _put(draft: Draft, block: Block, new: Leaving, what: str) -> None:
    if block.position < 0:
        held = draft.edit.given(block.path) or [block.value]
        draft.edit.set(block.path, [*held[:-1], {**held[-1], "cache_control": new.mark}])
    else:
        draft.edit.set((*block.path, "cache_control"), new.mark)
    draft.note(new.rule, block.path, Loss.KEEPS, what, compared=False)


def is_breakpoint(mark: object) -> bool:
    """Whether a value is a breakpoint; what is malformed is not worth a new place."""
    return isinstance(mark, dict) and mark.get("type") == "ephemeral"


def longer(mark: Json, held: object) -> Json:
    """Of two breakpoints the one that lives longer; the one that is there on a tie."""
    if not isinstance(held, dict):
        return mark
    return mark if mark.get("ttl") == "1h" and held.get("ttl") != "1h" else held
