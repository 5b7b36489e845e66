"""The tool loop that a request ends in: the assistant turns since a user last said something."""

from sendable.wire.blocks import Block, Turn
from sendable.wire.index import Index
from sendable.wire.kinds import THINKING


def loop_at_end(index: Index) -> list[Turn]:
    """The assistant turns of the loop whose results end the request, the last one first; empty when there is none."""
    turns = index.turns
    if not turns or turns[-1].role != "user" or not _answers(turns[-1]):
        return []
    found = []
    for turn in reversed(turns):
        if turn.role == "assistant":
            found.append(turn)
        elif turn.role != "user" or not _answers(turn):
            break
    return found


def has_thinking(turns: list[Turn]) -> bool:
    """Whether a turn holds a thinking block."""
    return any(block.kind in THINKING for turn in turns for block in turn.blocks)


def _answers(turn: Turn) -> bool:
    blocks: list[Block] = turn.messages[0].blocks
    return bool(blocks) and blocks[0].kind == "tool_result"
