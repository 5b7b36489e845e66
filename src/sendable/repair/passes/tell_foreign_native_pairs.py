"""The pass `tell_foreign_native_pairs`."""

from collections.abc import Mapping

from sendable.contract.native_pairs import closes_turn
from sendable.repair.callers import make_direct
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.native_text import native_call_as_text, native_result_as_text
from sendable.repair.repair_pass import repair_pass
from sendable.wire.blocks import Block
from sendable.wire.kinds import NATIVE_CALLS
from sendable.wire.paths import lookup

PATTERN = "server-tool-id-pattern"
NAME = "server-tool-name-enum"
MCP_PATTERN = "tool-use-id-pattern"


@repair_pass(PATTERN, NAME, MCP_PATTERN, unstable="a call is told once its result is there, and dropped before")
def tell_foreign_native_pairs(draft: Draft) -> None:
    """Tell native calls and results as text, in place, when their ids or names are not the provider's own.

    A new id in the right form would be a lie about where the call was made, and the results of other vendors would be
    refused for their content next. A call whose result never came is dropped, as any native call without one; a result
    whose call is gone is told all the same. Client calls that such a call made become direct ones.
    """
    rules = _broken_ids(draft)
    calls, call_of = _foreign(draft, rules)
    answered = set(call_of.values())
    told: list[Block] = []
    for block in calls:
        if block in answered:
            what, value = "told the native call as text, since it is another vendor's", native_call_as_text(block.value)
            if draft.may(rules[_id(block)], block.path, Loss.DEMOTES, what):
                draft.replace(block, value)
                told.append(block)
        elif draft.may(rules[_id(block)], block.path, Loss.DROPS, "dropped the native call, whose result never came"):
            draft.drop(block, rules[_id(block)])
            told.append(block)
    for block, call in call_of.items():
        what = "told the native result as text, since it is another vendor's"
        if draft.may(rules[_id(block)], block.path, Loss.DEMOTES, what):
            draft.replace(block, native_result_as_text(block.value, call.value if call else None))
    _free_callers(draft, told)


def _broken_ids(draft: Draft) -> dict[str, str]:
    """The ids of the native blocks that a finding names, each with the rule."""
    found: dict[str, str] = {}
    for finding in draft.findings:
        if finding.place[-1] == "tool_id":
            continue
        block = lookup(draft.index.request, finding.place[:-1])
        if block.get("type") not in ("tool_use", "tool_result"):
            found.setdefault(_id_in(block), finding.rule)
    return found


def _id(block: Block) -> str:
    return _id_in(block.value)


def _id_in(value: dict[str, object]) -> str:
    return str(value.get("id") if value.get("type") in NATIVE_CALLS else value.get("tool_use_id"))


def _foreign(draft: Draft, rules: Mapping[str, str]) -> tuple[list[Block], dict[Block, Block | None]]:
    """The native calls that a rule names, and the results of any kind, each with the last call of its id before it.

    An id that comes again in a later turn is another call: results answer no call in front of what a user said.
    """
    calls: list[Block] = []
    results: dict[Block, Block | None] = {}
    waiting: dict[str, Block] = {}
    for turn in draft.index.turns:
        for block in turn.blocks:
            if turn.role == "user" and closes_turn(block):
                waiting = {}
            elif block.kind in NATIVE_CALLS and _id(block) in rules:
                calls.append(block)
                waiting[_id(block)] = block
            elif block.kind.endswith("_tool_result") and _id(block) in rules:
                results[block] = waiting.get(_id(block))
    return calls, results


def _free_callers(draft: Draft, told: list[Block]) -> None:
    """Take away what names a call that is gone, or that never was the provider's."""
    make_direct(draft, told, PATTERN)
    for finding in draft.findings:
        if finding.place[-1] != "tool_id":
            continue
        place = finding.place[:-2]
        if draft.edit.is_dropped(place) or draft.edit.is_dropped((*place, "caller")):
            continue
        if draft.may(PATTERN, place, Loss.DEMOTES, "made the call a direct one, since its caller is another vendor's"):
            draft.unset((*place, "caller"))
