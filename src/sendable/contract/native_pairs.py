"""Calls of tools that the provider runs, paired with their results by id and kind.

The result stands behind its call before a user turn says anything else than client results: in the same turn, or in one
that goes on behind such results. The recordings show pairs in one turn only; that a result behind a plain user turn is
refused is reported (advisor, 2026-09), and that anything but client results closes a turn is documented. A call without
a result may wait: in a paused turn, or beside client calls whose results are all that follows. Documented in
agents-and-tools/tool-use/server-tools (2026-08-21); recorded as accepted on sonnet-4-5 (2026-07).
"""

from collections import deque
from functools import lru_cache
from typing import Any

import msgspec

from sendable.contract.client_pairs import split_results
from sendable.contract.threads import continues_thread
from sendable.wire.blocks import Block, Turn
from sendable.wire.index import Index
from sendable.wire.kinds import NATIVE_CALLS, NATIVE_RESULTS, ROLE, TOOL_SEARCH, answer_kind, kinds


class NativePairs(msgspec.Struct, frozen=True, gc=False, eq=False):
    """The native calls and results of a request.

    Attributes:
        paired: calls whose result stands behind them.
        answers: those results, in the same order.
        waiting: calls in flight.
        undeclared: calls that stand where they could wait, but whose tool is not declared.
        uncontained: calls in flight whose code waits for client results, in a request without `container`.
        unpaired: calls without a result that are not in flight, the undeclared ones included.
        orphans: results without a call of their id and kind that waits for one before them.
        repeats: those of the orphans whose call was answered already, each with the answer before it.
    """

    paired: list[Block]
    answers: list[Block]
    waiting: list[Block]
    undeclared: list[Block]
    uncontained: list[Block]
    unpaired: list[Block]
    orphans: list[Block]
    repeats: dict[Block, Block]


def native_pairs(index: Index) -> NativePairs:
    """Sort the native calls and results of a request; kept with the index. Linear in its blocks."""
    return index.once(_sorted)


def _sorted(index: Index) -> NativePairs:
    found = NativePairs([], [], [], [], [], [], [], {})
    if not any(kind in index.top for kind in (*NATIVE_CALLS, *NATIVE_RESULTS)):
        return found
    open_calls: dict[tuple[str, object], deque[Block]] = {}
    answered: dict[tuple[str, object], Block] = {}
    left: list[Block] = []
    for turn in index.turns:
        for block in turn.blocks:
            if turn.role == "user" and closes_turn(block):
                left += [call for calls in open_calls.values() for call in calls]
                open_calls, answered = {}, {}
            elif block.kind in NATIVE_CALLS:
                key = (answer_kind(block.value), _hashable(block.value.get("id")))
                open_calls.setdefault(key, deque()).append(block)
            elif block.kind in NATIVE_RESULTS:
                _answer(found, block, open_calls, answered)
    left += [call for calls in open_calls.values() for call in calls]
    if found.orphans and continues_thread(index):
        _leave_to_thread(index, found)
    _place(index, sorted(left, key=lambda call: (call.message, call.position)), found)
    return found


def _answer(
    found: NativePairs,
    result: Block,
    open_calls: dict[tuple[str, object], deque[Block]],
    answered: dict[tuple[str, object], Block],
) -> None:
    """Give a result to the first call of its id and kind that waits."""
    key = (result.kind, _hashable(result.value.get("tool_use_id")))
    calls = open_calls.get(key)
    if calls:
        found.paired.append(calls.popleft())
        found.answers.append(result)
        answered[key] = result
        return
    found.orphans.append(result)
    if key in answered:
        found.repeats[result] = answered[key]
        answered[key] = result


def _leave_to_thread(index: Index, found: NativePairs) -> None:
    """Take out the orphans whose calls may stand in the turn that the server holds, and that goes on here."""
    shown = False
    orphans = set(found.orphans)
    for turn in index.turns:
        for block in turn.blocks:
            if turn.role == "user" and closes_turn(block):
                shown = True
            elif not shown and block in orphans:
                orphans.remove(block)
                found.repeats.pop(block, None)
    found.orphans[:] = [block for block in found.orphans if block in orphans]


def closes_turn(block: Block) -> bool:
    """Whether a block of the user is something else than a client result, behind which no native call can wait.

    Blocks of the assistant that stand in the wrong message, and blocks of a kind that is new, prove nothing.
    """
    return block.kind != "tool_result" and block.kind in kinds() and ROLE.get(block.kind) != "assistant"


def _place(index: Index, calls: list[Block], found: NativePairs) -> None:
    open_turn = open_turn_of(index)
    turn_of = {message.at: message.turn for message in index.messages} if calls else {}
    for call in calls:
        if open_turn is None or turn_of[call.message] != open_turn.number:
            found.unpaired.append(call)
        elif not declared(index, call):
            found.undeclared.append(call)
            found.unpaired.append(call)
        elif _waits_for_code(index, call):
            found.uncontained.append(call)
        else:
            found.waiting.append(call)


def is_tool_search(call: Block) -> bool:
    """Whether a native call searches for tools."""
    return _hashable(call.value.get("name")) in TOOL_SEARCH


def _hashable(value: object) -> object:
    return value if isinstance(value, str) else None


def open_turn_of(index: Index) -> Turn | None:
    """The assistant turn that is still open: the last turn, or one that only its own client results follow."""
    turns = index.turns
    if not turns:
        return None
    if turns[-1].role == "assistant":
        return turns[-1]
    if len(turns) < 2 or turns[-1].role != "user" or turns[-2].role != "assistant":
        return None
    return turns[-2] if _only_answers(turns[-1], turns[-2]) else None


def _only_answers(answer: Turn, turn: Turn) -> bool:
    blocks = answer.blocks
    leading, later = split_results(answer)
    if later or not leading or len(leading) != len(blocks):
        return False
    calls = {_hashable(block.value.get("id")) for block in turn.blocks if block.kind == "tool_use"}
    return all(_hashable(block.value.get("tool_use_id")) in calls for block in leading)


def declared(index: Index, call: Block) -> bool:
    """Whether the tool of a native call is declared; a bare `messages` array and a continuation do not show tools."""
    if index.source.shape == "messages" or continues_thread(index):
        return True
    if call.kind == "mcp_tool_use":
        return _server_declared(index, call.value.get("server_name"))
    return str(call.value.get("name")) in index.once(_provided)


def _provided(index: Index) -> frozenset[str]:
    """The names of the native calls that the tools of a request allow."""
    names = frozenset().union(*(_provides(kind) for kind in {tool.kind for tool in index.tools}))
    return names | _CODE if any(calls_from_code(tool.value) for tool in index.tools) else names


def _server_declared(index: Index, server: object) -> bool:
    return _hashable(server) in index.once(_servers)


def _servers(index: Index) -> frozenset[object]:
    servers = index.request.get("mcp_servers")
    listed = servers if isinstance(servers, list) else []
    return frozenset(_hashable(one.get("name")) for one in listed if isinstance(one, dict))


def _waits_for_code(index: Index, call: Block) -> bool:
    """Whether the call is code that waits for client calls it made, and the request lacks the container it runs in."""
    if (
        _hashable(call.value.get("name")) not in _CODE
        or index.source.shape == "messages"
        or index.request.get("container")
    ):
        return False
    return _hashable(call.value.get("id")) in index.once(_callers)


def _callers(index: Index) -> frozenset[object]:
    """What the client calls of the open turn name as their callers."""
    turn = open_turn_of(index)
    blocks = turn.blocks if turn is not None else []
    return frozenset(_hashable(caller_of(block.value)) for block in blocks if block.kind == "tool_use")


def caller_of(call: dict[str, Any]) -> object:
    """The id of the native call whose code made a client call; None for a direct one."""
    caller = call.get("caller")
    return caller.get("tool_id") if isinstance(caller, dict) else None


def declares_code(index: Index) -> bool:
    """Whether some tool runs code in a container: code execution, a web tool that brings it, a tool that code calls."""
    return any("code_execution" in _provides(tool.kind) or calls_from_code(tool.value) for tool in index.tools)


def calls_from_code(tool: dict[str, Any]) -> bool:
    """Whether code may call a tool, which counts as declaring code execution (recorded 2026)."""
    callers = tool.get("allowed_callers")
    return isinstance(callers, list) and any(str(caller).startswith("code_execution") for caller in callers)


_CODE = frozenset({"code_execution", "bash_code_execution", "text_editor_code_execution"})


@lru_cache(maxsize=256)
def _provides(kind: str) -> frozenset[str]:
    """The names of the native calls that a tool of this `type` allows.

    The web tools from 20260209 on bring code execution along (documented 2026-08).
    """
    family, _, version = kind.rpartition("_")
    if family == "code_execution":
        return _CODE
    if family in ("web_search", "web_fetch"):
        return frozenset({family}) | (_CODE if version >= "20260209" else frozenset())
    if kind.startswith("tool_search_tool_"):
        return frozenset({family if version.isdigit() else kind})
    return frozenset({family})
