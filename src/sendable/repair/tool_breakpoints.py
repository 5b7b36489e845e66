"""Moves of cache breakpoints between tool definitions."""

from sendable.repair.breakpoints import longer
from sendable.repair.change import Change, Loss
from sendable.repair.draft import Draft
from sendable.wire.index import Block, Json
from sendable.wire.paths import dotted


def move_back(draft: Draft, marked: list[Block], gone: list[Block], rule: str) -> None:
    """Give the breakpoints of tools to the nearest tools before them that stay, are not deferred and so can carry one.

    Args:
        draft: the pass at work.
        marked: the tools that lose their breakpoints.
        gone: the tools that the pass drops.
        rule: the rule that this answers.
    """
    lost, dropped = {id(tool.value) for tool in marked}, {id(tool.value) for tool in gone}
    carrier: Block | None = None
    given: dict[int, tuple[Block, Json]] = {}
    for tool in draft.index.tools:
        mark = tool.value.get("cache_control")
        if id(tool.value) in lost:
            if isinstance(mark, dict) and carrier is not None:
                held = given[carrier.position][1] if carrier.position in given else carrier.value.get("cache_control")
                given[carrier.position] = (carrier, longer(mark, held))
        elif id(tool.value) not in dropped and tool.value.get("defer_loading") is not True:
            carrier = tool
    for tool, mark in given.values():
        if mark == tool.value.get("cache_control"):
            continue
        draft.set((*tool.path, "cache_control"), mark)
        where = dotted(draft.origins.of(tool.path))
        draft.changes.append(Change(draft.name, rule, where, Loss.KEEPS, "moved the cache breakpoint of a tool here"))
