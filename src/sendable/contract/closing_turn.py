"""The assistant turn that a request ends with: a prefill that the model is to go on with, or a paused turn."""

from sendable.targets import Target
from sendable.wire.blocks import Turn
from sendable.wire.index import Index
from sendable.wire.kinds import NATIVE_CALLS, NATIVE_RESULTS, kinds

_CONTINUED = NATIVE_CALLS | NATIVE_RESULTS | {"compaction"}


def closing_turn(index: Index) -> Turn | None:
    """The last turn if it is the assistant's, else None."""
    if index.turns and index.turns[-1].role == "assistant":
        return index.turns[-1]
    return None


def is_paused(turn: Turn) -> bool:
    """Whether a turn ends in native blocks or in a summary, so that it is continued as it is.

    A block of a kind that is new may be one of those, too. Recorded 2026-07: a turn that ends in a native block, last,
    accepted. The official SDK 2.14 resumes a pause after compaction the same way.
    """
    blocks = turn.blocks
    return bool(blocks) and (blocks[-1].kind in _CONTINUED or blocks[-1].kind not in kinds())


def prefill(index: Index) -> Turn | None:
    """The turn that the model is asked to go on with; None for a paused turn and for one that waits for results.

    Where a summary is asked for, the model goes on with nothing: the SDK sends the whole history, a finished answer
    at its end included.
    """
    if index.request.get("compaction") is not None:
        return None
    turn = closing_turn(index)
    if turn is None or is_paused(turn) or any(block.kind == "tool_use" for block in turn.blocks):
        return None
    return turn


def thinks(index: Index, target: Target) -> bool:
    """Whether thinking is on, by the request or by what the model does unasked."""
    setting = index.request.get("thinking")
    if isinstance(setting, dict):
        return setting.get("type") != "disabled"
    return target.facts is not None and target.facts.thinks_unasked
