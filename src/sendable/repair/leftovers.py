"""What the drops of a pass leave behind, settled once for all passes: empty messages, and dangling breakpoints."""

from sendable.contract.blank_texts import is_blank
from sendable.repair.breakpoints import Leaving, move_back
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.message_fields import fields_beside, named, unknown_fields
from sendable.wire.blocks import Block, Message, Turn
from sendable.wire.kinds import THINKING


def settle_leftovers(draft: Draft) -> None:
    """Remove messages that were emptied and thinking that was left at an end; move the breakpoints of what is gone."""
    if not draft.dropped:
        return
    rules: dict[int, str] = {}
    for block, rule in draft.dropped.items():
        rules.setdefault(block.message, rule)
    touched = [message for message in draft.index.messages if message.at in rules]
    for message in touched:
        _remove_emptied(draft, message, rules[message.at])
    cut: dict[int, str] = {}
    for message in touched:
        cut.setdefault(message.turn, rules[message.at])
    for number, rule in cut.items():
        _drop_dangling(draft, draft.index.turns[number], rule)
    leaving = {
        block: Leaving(mark, rule)
        for block, rule in draft.dropped.items()
        if isinstance(mark := block.value.get("cache_control"), dict)
    }
    move_back(draft, leaving, "moved the cache breakpoint of a dropped block here")


def _remove_emptied(draft: Draft, message: Message, rule: str) -> None:
    if draft.keeps_message(message.at) or _holds_more(draft, message):
        return
    left = [block for block in message.blocks if block not in draft.dropped]
    if not left:
        _remove(draft, message, rule, "removed the message that this left empty", Loss.KEEPS)
    elif draft.options.max_loss == Loss.DROPS and all(
        block.kind in THINKING or _shows_nothing(block) for block in left
    ):
        draft.dropped.update((block, rule) for block in left)
        _remove(draft, message, rule, "removed the message that this left with nothing but thinking", Loss.DROPS)


def _shows_nothing(block: Block) -> bool:
    return block.kind == "text" and is_blank(block.value.get("text"))


def _drop_dangling(draft: Draft, turn: Turn, rule: str) -> None:
    """Drop the thinking that a turn ends in, now that what followed it is gone."""
    blocks = turn.blocks
    if turn.role != "assistant" or blocks[-1].kind in THINKING or draft.options.max_loss < Loss.DROPS:
        return
    for message in reversed(turn.messages):
        left = [block for block in message.blocks if block not in draft.dropped]
        if draft.keeps_message(message.at) or _holds_more(draft, message) or (left and left[-1].kind not in THINKING):
            return
        for block in reversed(left):
            if block.kind not in THINKING:
                return
            what = "dropped the thinking that this left at the end of its turn"
            draft.note(rule, block.path, Loss.DROPS, what)
            draft.drop(block, rule)
        if left:
            _remove(draft, message, rule, "removed the message that this left empty", Loss.KEEPS)


def _holds_more(draft: Draft, message: Message) -> bool:
    """Whether a message holds something that is no block, and so is not ours to remove."""
    content = message.value.get("content")
    if isinstance(content, list) and len(content) != len(message.blocks):
        return True
    lost = draft.options.max_loss < Loss.DROPS and fields_beside(message)
    return bool(lost or unknown_fields(message))


def _remove(draft: Draft, message: Message, rule: str, what: str, loss: Loss) -> None:
    fields = fields_beside(message)
    if fields:
        what, loss = f"{what}, and with it {named(fields)}", Loss.DROPS
    draft.edit.drop(message.path)
    draft.note(rule, message.path, loss, what)
