"""Client tool calls and their results, paired the way the API pairs them: on merged turns, by id.

The results of a turn must be the leading run of the user turn right behind it (documented 2026-08; recorded 2026-09).
"""

from bisect import bisect_left
from collections.abc import Container
from typing import NamedTuple

import msgspec

from sendable.contract.threads import continues_thread
from sendable.wire.blocks import Block, Turn
from sendable.wire.index import Index


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

    def results_of(self, calls: Container[Block]) -> list[Block]:
        """The results that carry the id of one of these calls, in their order."""
        ids = {_name(call.value.get("id")) for call in self.calls if call in calls} - {None}
        return [one for one in (*self.leading, *self.later) if _name(one.value.get("tool_use_id")) in ids]

    @property
    def unanswered(self) -> list[Block]:
        """The calls that no leading result answers."""
        answered = {_name(block.value.get("tool_use_id")) for block in self.leading}
        return [call for call in self.calls if _name(call.value.get("id")) not in answered]


class Misplaced(NamedTuple):
    """A result that answers nothing, or answers again: the block, its turn, and its place among the turn's blocks."""

    block: Block
    turn: Turn
    at: int


class ClientPairs(msgspec.Struct, frozen=True, gc=False, eq=False):
    """The client calls and results of a request.

    Attributes:
        exchanges: every assistant turn that holds client calls, with what answers it.
        unanswered: those of them in which a call has no leading result.
        orphans: results whose id is no call of the turn right before.
        repeats: results whose id an earlier result of the same turn has.
        cut_off: the client calls of an exchange that some text of their turn stands behind; none for the last turn.
        twice: those of the exchanges in which calls have the same id.
    """

    exchanges: list[Exchange]
    unanswered: list[Exchange]
    orphans: list[Misplaced]
    repeats: list[Misplaced]
    cut_off: list[tuple[Turn, list[Block]]]
    twice: list[Exchange]


def client_pairs(index: Index) -> ClientPairs:
    """Sort the client calls and results of a request; kept with the index. Linear in its blocks."""
    return index.once(_paired)


def mispaired(index: Index) -> bool:
    """Whether any call or result of the request is not paired as it should be."""
    pairs = client_pairs(index)
    return bool(pairs.unanswered or pairs.orphans or pairs.repeats or pairs.cut_off)


def exchanges(index: Index) -> list[Exchange]:
    """Every assistant turn that holds client calls, with what answers it."""
    return client_pairs(index).exchanges


def _paired(index: Index) -> ClientPairs:
    """One sweep over the turns: the calls of an assistant turn wait for the turn behind it."""
    pairs, start = _begun(index)
    calls: list[Block] = []
    asking: Turn | None = None
    for turn in index.turns[start:]:
        behind: list[Block] = []
        if asking is not None:
            _cut(pairs, calls, asking)
        if turn.role == "user":
            _answer(pairs, calls, asking, turn)
        else:
            if asking is not None:
                _settle(pairs, Exchange(calls, asking, None, [], []))
            if turn.role == "assistant":
                behind = [block for block in turn.blocks if block.kind == "tool_use"]
        calls, asking = behind, turn if behind else None
    if asking is not None:
        _settle(pairs, Exchange(calls, asking, None, [], []))
    return _of_thread(pairs, index.turns) if continues_thread(index) else pairs


def _begun(index: Index) -> tuple[ClientPairs, int]:
    """What is known already from the request that this one goes on from, and the turn where the sweep begins.

    That is an assistant turn: no calls wait in front of it. Where anything was wrong all is looked at again.
    """
    former = index.former
    if former is None or continues_thread(index) or continues_thread(former) or mispaired(former):
        return ClientPairs([], [], [], [], [], []), 0
    start = max(former.messages[index.alike - 1].turn - 1, 0) if index.alike else 0
    while start and index.turns[start].role != "assistant":
        start -= 1
    before = client_pairs(former)
    kept, twice = _ahead_of(start, before.exchanges), _ahead_of(start, before.twice)
    return ClientPairs(kept, [], [], [], [], twice), start


def _ahead_of(start: int, found: list[Exchange]) -> list[Exchange]:
    return found[: bisect_left(found, start, key=lambda exchange: exchange.turn.number)]


def _of_thread(pairs: ClientPairs, turns: list[Turn]) -> ClientPairs:
    """The pairs of a continuation, which may begin with the results of calls that it does not show.

    They come before any assistant turn, or right behind the first if that is the rest of one on the server.
    """
    asked = next((turn.number for turn in turns if turn.role == "assistant"), len(turns))
    shown = [misplaced for misplaced in pairs.orphans if misplaced.turn.number > max(asked, 1)]
    return msgspec.structs.replace(pairs, orphans=shown)


def _answer(pairs: ClientPairs, calls: list[Block], asking: Turn | None, turn: Turn) -> None:
    """Hold the results of a user turn against the calls of the turn before."""
    leading, later = split_results(turn)
    if asking is not None:
        exchange = Exchange(calls, asking, turn, leading, later)
        _add(pairs, exchange)
        if _plain(calls, leading, later):
            return
        if exchange.unanswered:
            pairs.unanswered.append(exchange)
    if leading or later:
        _misplaced(pairs, {_name(call.value.get("id")) for call in calls}, turn)


def _cut(pairs: ClientPairs, calls: list[Block], turn: Turn) -> None:
    """Note the calls that text of their own turn stands behind."""
    blocks = turn.blocks
    if blocks[-1].kind == "tool_use" and len(calls) == 1:
        return
    last_text = max((at for at, block in enumerate(blocks) if block.kind == "text"), default=-1)
    cut = [block for block in blocks[:last_text] if block.kind == "tool_use"] if last_text >= 0 else []
    if cut:
        pairs.cut_off.append((turn, cut))


def _plain(calls: list[Block], leading: list[Block], later: list[Block]) -> bool:
    """The usual exchange, told apart without a set: one call, and its result."""
    if len(calls) != 1 or len(leading) != 1 or later:
        return False
    call = calls[0].value.get("id")
    return isinstance(call, str) and call == leading[0].value.get("tool_use_id")


def _settle(pairs: ClientPairs, exchange: Exchange) -> None:
    _add(pairs, exchange)
    pairs.unanswered.append(exchange)


def _add(pairs: ClientPairs, exchange: Exchange) -> None:
    pairs.exchanges.append(exchange)
    if len(exchange.calls) > 1:
        ids = [call for block in exchange.calls if (call := _name(block.value.get("id"))) is not None]
        if len(set(ids)) < len(ids):
            pairs.twice.append(exchange)


def _misplaced(pairs: ClientPairs, called: set[object], turn: Turn) -> None:
    seen: set[object] = set()
    for at, block in enumerate(turn.blocks):
        if block.kind != "tool_result":
            continue
        call = _name(block.value.get("tool_use_id"))
        if call not in called:
            pairs.orphans.append(Misplaced(block, turn, at))
        if call is not None and call in seen:
            pairs.repeats.append(Misplaced(block, turn, at))
        seen.add(call)


def _name(value: object) -> str | None:
    """An id as something that can be looked up; what is no string names nothing, and the schema reports it."""
    return value if isinstance(value, str) else None


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
