"""Moves of cache breakpoints between tool definitions."""

from sendable.repair.breakpoints import JOINED, longer
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.wire.blocks import Block, Json


def move_back(draft: Draft, marked: list[Block], gone: list[Block], rule: str) -> None:
    """Give the breakpoints of tools to the nearest tools before them that stay, are not deferred and so can carry one.

    Args:
        draft: the pass at work.
        marked: the tools that lose their breakpoints.
        gone: the tools that the pass drops.
        rule: the rule that this answers.
    """
    lost, dropped = set(marked), set(gone)
    carrier: Block | None = None
    given: dict[Block, Json] = {}
    for tool in draft.index.tools:
        mark = tool.value.get("cache_control")
        if tool not in lost:
            if tool not in dropped and tool.value.get("defer_loading") is not True:
                carrier = tool
        elif isinstance(mark, dict) and carrier is None:
            what = "gave up the cache breakpoint: no tool before it can carry one"
            draft.note(rule, tool.path, Loss.KEEPS, what, compared=False)
        elif isinstance(mark, dict) and carrier is not None:
            held = given.get(carrier, carrier.value.get("cache_control"))
            given[carrier] = longer(mark, held)
            if given[carrier] == held:
                draft.note(rule, tool.path, Loss.KEEPS, JOINED, compared=False)
    for tool, mark in given.items():
        if mark == tool.value.get("cache_control"):
            continue
        draft.set((*tool.path, "cache_control"), mark)
        draft.note(rule, tool.path, Loss.KEEPS, "moved the cache breakpoint of a tool here", compared=False)
