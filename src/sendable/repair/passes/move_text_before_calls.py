"""The pass `move_text_before_calls`."""

from sendable.contract.client_pairs import Exchange, exchanges
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.repair.thinking_runs import drop_thinking_of
from sendable.wire.blocks import Block, Json, Message, Turn
from sendable.wire.kinds import THINKING

RULE = "text-after-tool-use"


@repair_pass(RULE, unstable="text behind a call is refused only once something follows the turn")
def move_text_before_calls(draft: Draft) -> None:
    """Move text that stands behind a client call of an answered turn in front of the first call of that turn.

    Thinking keeps its order among itself, so text may jump over it. Where that would join two runs of thinking in the
    latest assistant turn, which the API holds against what it sent, or leave a message that ends in thinking, the calls
    move behind the last text instead. Where both would, the text moves and the thinking of the turn goes, if it may;
    else the finding stays. To split the turn is no way out: the API puts it together again.
    """
    for exchange in exchanges(draft.index):
        if exchange.turn is draft.index.turns[-1]:
            continue
        blocks = exchange.turn.blocks
        last = max((at for at, block in enumerate(blocks) if block.kind == "text"), default=-1)
        first = blocks.index(exchange.calls[0])
        if last < first:
            continue
        texts = [block for block in blocks[first:] if block.kind == "text"]
        calls = [block for block in blocks[:last] if block.kind == "tool_use"]
        if not _spoils(draft, exchange.turn, texts):
            _move_texts(draft, exchange, texts)
        elif not _spoils(draft, exchange.turn, calls):
            _move_calls(draft, exchange.turn, calls, blocks[last])
        elif draft.options.max_loss >= Loss.DROPS:
            _move_texts(draft, exchange, texts)
            drop_thinking_of(draft, exchange.turn, RULE)


def _spoils(draft: Draft, turn: Turn, moved: list[Block]) -> bool:
    """Whether taking these blocks out joins runs of thinking that must stay apart, or strands thinking."""
    gone = set(moved)
    latest = next(one for one in reversed(draft.index.turns) if one.role == "assistant")
    left = [block for block in turn.blocks if block not in gone]
    ends = left[-1].kind in THINKING and turn.blocks[-1].kind not in THINKING
    return ends or (turn is latest and _joins(turn, gone)) or any(_strands(message, gone) for message in turn.messages)


def _joins(turn: Turn, gone: set[Block]) -> bool:
    apart, before = False, False
    for block in turn.blocks:
        if block in gone:
            apart = True
            continue
        thinks = block.kind in THINKING
        if thinks and before and apart:
            return True
        apart, before = False, thinks
    return False


def _strands(message: Message, gone: set[Block]) -> bool:
    """Whether the message would end in thinking, which the API refuses."""
    left = [block for block in message.blocks if block not in gone]
    return 0 < len(left) < len(message.blocks) and left[-1].kind in THINKING


def _move_texts(draft: Draft, exchange: Exchange, texts: list[Block]) -> None:
    first = exchange.calls[0]
    into = _message_of(exchange.turn, first)
    for block in texts:
        if draft.may(
            RULE, block.path, Loss.KEEPS, "moved the text of the turn in front of its calls", since=first.path
        ):
            draft.insert_block(into, first.position, _unmarked(block.value), block.path)
            draft.drop(block, RULE)


def _move_calls(draft: Draft, turn: Turn, calls: list[Block], last: Block) -> None:
    into = _message_of(turn, last)
    behind = max(last.position, 0) + 1
    for call in calls:
        if draft.may(RULE, call.path, Loss.KEEPS, "moved the call behind the text of its turn"):
            draft.insert_block(into, behind, _unmarked(call.value), call.path)
            draft.drop(call, RULE)


def _message_of(turn: Turn, block: Block) -> Message:
    return next(message for message in turn.messages if message.at == block.message)


def _unmarked(value: Json) -> Json:
    """The block without its breakpoint, which stays where it was."""
    return {name: held for name, held in value.items() if name != "cache_control"}
