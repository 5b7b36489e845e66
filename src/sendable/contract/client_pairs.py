"""Client tool calls and their results, paired the way the API pairs them: on merged turns, by id.

The results of a turn must be the leading run of the user turn right behind it (documented 2026-08; recorded 2026-09).
"""

from collections.abc import Iterator

import msgspec

from sendable.wire.index import Block, Index, Turn


class Exchange(msgspec.Struct, frozen=True, gc=False, eq=False):
    """An assistant turn with client calls, and the user turn behind it.

    Attributes:
        calls: the `tool_use` blocks of the turn.
        turn: the assistant turn.
        answer: the user turn right behind it, else None.
        leading: the `tool_result` blocks that open the answer.
        later: the `tool_result` blocks that stand in the answer behind other content.
    """

    calls: list[Block]
    turn: Turn
    answer: Turn | None
    leading: list[Block]
    later: list[Block]

    @property
    def unanswered(self) -> list[Block]:
        """The calls that no leading result answers."""
        answered = {block.value.get("tool_use_id") for block in self.leading}
        return [call for call in self.calls if call.value.get("id") not in answered]


def exchanges(index: Index) -> list[Exchange]:
    """Every assistant turn that holds client calls, with what answers it; kept with the index."""
    return index.once(_exchanges)


def _exchanges(index: Index) -> list[Exchange]:
    return list(_walk(index))


def _walk(index: Index) -> Iterator[Exchange]:
    turns = index.turns
    for turn in turns:
        if turn.role != "assistant":
            continue
        calls = [block for block in turn.blocks if block.kind == "tool_use"]
        if not calls:
            continue
        behind = turns[turn.number + 1] if turn.number + 1 < len(turns) else None
        answer = behind if behind is not None and behind.role == "user" else None
        leading, later = split_results(answer) if answer is not None else ([], [])
        yield Exchange(calls, turn, answer, leading, later)


def split_results(turn: Turn) -> tuple[list[Block], list[Block]]:
    """The `tool_result` blocks of a user turn: those of the leading run, and those behind other content."""
    leading: list[Block] = []
    later: list[Block] = []
    into = leading
    for block in turn.blocks:
        if block.kind == "tool_result":
            into.append(block)
        else:
            into = later
    return leading, later


def reported_turn(index: Index, number: int) -> int:
    """The index that the API gives a turn in its message: one more when the first turn is the assistant's.

    Recorded 2026-05: a request that opens with an assistant turn was answered with `messages.1` for that turn.
    """
    return number + 1 if index.turns and index.turns[0].role == "assistant" else number
