"""The pass `drop_orphan_results`."""

from sendable.contract.blank_texts import is_blank
from sendable.contract.client_pairs import client_pairs
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.orphan_text import places_of, result_as_blocks
from sendable.repair.repair_pass import repair_pass
from sendable.wire.blocks import Block, Message, Turn
from sendable.wire.paths import Path

RULE = "tool-result-orphan"


@repair_pass(RULE, unstable="what the last turn is told to hold goes once something follows that turn")
def drop_orphan_results(draft: Draft) -> None:
    """Drop a result whose call is not in the turn right before it, or tell it as text where the caller asks for that.

    It is told as text, too, where nothing may be dropped, and where the turn holds nothing else and something would be
    refused without it: the request would be empty, or end in a prefill that the model does not take; a system message,
    or the answer to an open call, would lose the user turn it needs. Text stands behind the results of its turn.

    A result that came too late is not moved back to its call: the requests in between were sent without it. The call
    itself cannot be made up.
    """
    turns: dict[int, tuple[Turn, list[Block]]] = {}
    pairs = client_pairs(draft.index)
    asked = {exchange.answer.number for exchange in pairs.unanswered if exchange.answer is not None}
    for orphan in pairs.orphans:
        turns.setdefault(orphan.turn.number, (orphan.turn, []))[1].append(orphan.block)
    for turn, orphans in turns.values():
        told = draft.options.keep_orphans or draft.options.max_loss < Loss.DROPS
        if told or (_holds_nothing_else(turn, orphans) and _is_needed(draft, turn, asked)):
            _tell(draft, turn, orphans)
            continue
        for block in orphans:
            if draft.may(RULE, block.path, Loss.DROPS, "dropped the result, whose call is gone"):
                draft.drop(block, RULE)


def _holds_nothing_else(turn: Turn, orphans: list[Block]) -> bool:
    gone = set(orphans)
    return all(block in gone or (block.kind == "text" and is_blank(block.value.get("text"))) for block in turn.blocks)


def _holds_more(turn: Turn, orphans: list[Block]) -> bool:
    """Whether the turn holds something beside its orphans; blank text is nothing."""
    gone = set(orphans)
    rest = (block for block in turn.blocks if block not in gone)
    return any(block.kind != "text" or str(block.value.get("text")).strip() for block in rest)


def _is_needed(draft: Draft, turn: Turn, asked: set[int]) -> bool:
    """Whether the request needs a turn that holds nothing but orphans; `asked` are the turns that owe an answer."""
    turns = draft.index.turns
    behind = turns[turn.number + 1] if turn.number + 1 < len(turns) else None
    if len(turns) == 1 or turn.number in asked or (behind is not None and behind.role == "system"):
        return True
    facts = draft.target.facts
    ends_in_prefill = behind is None and turns[turn.number - 1].role == "assistant"
    return ends_in_prefill and facts is not None and not facts.prefill


def _tell(draft: Draft, turn: Turn, orphans: list[Block]) -> None:
    gone = set(orphans)
    results = [block for block in turn.blocks if block.kind == "tool_result" and block not in gone]
    last = results[-1] if results else None
    message_at = {message.at: message for message in turn.messages}
    for block in orphans:
        if not draft.may(RULE, block.path, Loss.DEMOTES, "told the result as text, since its call is gone"):
            continue
        if last is not None and (block.message, block.position) < (last.message, last.position):
            told = result_as_blocks({name: held for name, held in block.value.items() if name != "cache_control"})
            _insert(draft, message_at[last.message], last.position + 1, told, places_of(block))
            draft.drop(block, RULE)
        else:
            told = result_as_blocks(block.value)
            draft.replace(block, told[0])
            _insert(draft, message_at[block.message], block.position + 1, told[1:], places_of(block)[1:])


def _insert(draft: Draft, message: Message, at: int, told: list[dict[str, object]], stood: list[Path]) -> None:
    for value, place in zip(told, stood, strict=True):
        draft.insert_block(message, at, value, place)
