"""What the drops of a pass leave behind, settled once for all passes: empty messages, and dangling breakpoints."""

from sendable.repair.change import Change, Loss
from sendable.repair.draft import Draft
from sendable.wire.index import Block, Json, Message
from sendable.wire.kinds import THINKING, can_carry
from sendable.wire.paths import dotted


def settle_leftovers(draft: Draft) -> None:
    """Remove messages that the drops emptied, and move the breakpoints of dropped blocks back."""
    if not draft.dropped:
        return
    _remove_emptied(draft)
    _move_breakpoints(draft)


def _remove_emptied(draft: Draft) -> None:
    touched = {block.message for block in draft.dropped}
    for message in draft.index.messages:
        if message.at not in touched or draft.keeps_message(message.at):
            continue
        left = [block for block in message.blocks if block not in draft.dropped]
        if _holds_more(message):
            continue
        rule = next(rule for block, rule in draft.dropped.items() if block.message == message.at)
        if not left:
            _remove(draft, message, rule, "removed the message that this left empty", Loss.KEEPS)
        elif all(block.kind in THINKING for block in left):
            draft.dropped.update((block, rule) for block in left)
            _remove(draft, message, rule, "removed the message that this left with nothing but thinking", Loss.DROPS)


def _holds_more(message: Message) -> bool:
    """Whether the content holds something that is no block, and so is not ours to remove."""
    content = message.value.get("content")
    return isinstance(content, list) and len(content) != len(message.blocks)


def _remove(draft: Draft, message: Message, rule: str, what: str, loss: Loss) -> None:
    draft.edit.drop(message.path)
    draft.changes.append(Change(draft.name, rule, dotted(draft.origins.of(message.path)), loss, what))


def _move_breakpoints(draft: Draft) -> None:
    """One sweep: the breakpoint of a dropped block goes to the nearest block before it that stays and can carry it.

    Backwards only: forwards would cache what its author left outside. Bare strings carry none on a model that checks
    the prefix, since a string that becomes a block may count as an edit there.
    """
    carrier: Block | None = None
    given: dict[Block, tuple[Json, str]] = {}
    strings = draft.target.facts is None or draft.target.facts.prefix_check == "no"
    for message in draft.index.messages:
        for block in message.blocks:
            rule = draft.dropped.get(block)
            if rule is None:
                if can_carry(block.value) and (block.position >= 0 or strings) and message.role != "system":
                    carrier = block
                continue
            mark = block.value.get("cache_control")
            if isinstance(mark, dict) and carrier is not None:
                held, _ = given.get(carrier, (carrier.value.get("cache_control"), ""))
                given[carrier] = (_longer(mark, held), rule)
    for block, (mark, rule) in given.items():
        if mark == block.value.get("cache_control"):
            continue
        if block.position < 0:
            draft.edit.set(block.path, [{**block.value, "cache_control": mark}])
        else:
            draft.edit.set((*block.path, "cache_control"), mark)
        what = "moved the cache breakpoint of a dropped block here"
        draft.changes.append(Change(draft.name, rule, dotted(draft.origins.of(block.path)), Loss.KEEPS, what))


def _longer(mark: Json, held: object) -> Json:
    """Of two breakpoints the one that lives longer; the one that is there on a tie."""
    if not isinstance(held, dict):
        return mark
    return mark if mark.get("ttl") == "1h" and held.get("ttl") != "1h" else held
