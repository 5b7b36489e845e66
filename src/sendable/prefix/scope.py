"""From where on two requests are compared: from the newest compaction block on.

Server-side compaction leaves its block behind what it summarises, and nothing before it counts. Compaction on demand
puts its block in front of what was kept (documented in build-with-claude/preserved-thinking, compaction-on-demand and
compaction-thinking-blocks, 2026-10-08 to 2026-10-10).
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sendable.prefix.alignment import same_message
from sendable.prefix.cost import Place
from sendable.prefix.side import Side
from sendable.prefix.thoughts import thoughts

WHOLE: Place = (0, -1)
_MARK = b'"compaction"'


class Scope(NamedTuple):
    """Where the comparison starts on both sides, and what a compaction between them means.

    Attributes:
        earlier: the first place of the earlier request that is compared.
        later: the same of the later one.
        compacted: whether a compaction block is new.
        fault: why the thinking kept behind a new compaction block does not hold; "" when it does.
        open: whether the documents leave open if `system` and `tools` still count.
    """

    earlier: Place = WHOLE
    later: Place = WHOLE
    compacted: bool = False
    fault: str = ""
    open: bool = False


def scope_of(one: Side, other: Side) -> Scope:
    """Where to start comparing the messages of two requests."""
    there = newest_compaction(other)
    if there is None:
        return Scope()
    here = newest_compaction(one)
    earlier, later = one.messages, other.messages
    if here is not None and _block(earlier, here) == _block(later, there):
        return Scope(here, there, open=not _on_demand(later, there))
    start = here or WHOLE
    kept = there[0] + 1
    at = _kept_from(earlier, later, start[0], kept) if there == (0, 0) else None
    if at is None:
        return Scope((len(earlier), -1), there, compacted=True, open=not _on_demand(later, there))
    return Scope((at, -1), (kept, -1), compacted=True, fault=_fault(earlier, later, at, kept))


def newest_compaction(side: Side) -> Place | None:
    """Where the newest compaction block stands."""
    if not side.holds(_MARK):
        return None
    messages = side.messages
    for at in range(len(messages) - 1, -1, -1):
        if _MARK not in side.raw[at]:
            continue
        content = messages[at].get("content") if isinstance(messages[at], dict) else None
        if not isinstance(content, list):
            continue
        for position in range(len(content) - 1, -1, -1):
            if isinstance(content[position], dict) and content[position].get("type") == "compaction":
                return at, position
    return None


def _block(messages: Sequence[Any], place: Place) -> dict[str, Any]:
    block: dict[str, Any] = messages[place[0]]["content"][place[1]]
    return {name: held for name, held in block.items() if name != "cache_control"}


def _on_demand(messages: Sequence[Any], place: Place) -> bool:
    """Whether a compaction was asked for: its block is signed and comes first."""
    return place == (0, 0) and bool(_block(messages, place).get("signature"))


def _kept_from(earlier: Sequence[Any], later: Sequence[Any], start: int, kept: int) -> int | None:
    """The message of the earlier request that the first kept one is; None when nothing of it was kept.

    The last one that is the same, or else the one that holds the same thinking.
    """
    if kept >= len(later):
        return None
    last = len(earlier)
    for at in range(last - 1, start - 1, -1):
        if same_message(earlier[at], later[kept]) and all(
            same_message(a, b) for a, b in zip(earlier[at : at + 3], later[kept : kept + 3], strict=False)
        ):
            return at
    places = {thought.key: thought.place[0] for thought in thoughts(earlier, (start, -1)) if thought.key}
    for thought in thoughts(later, (kept, -1)):
        if thought.key in places:
            return max(places[thought.key] - (thought.place[0] - kept), start)
    return None


def _fault(earlier: Sequence[Any], later: Sequence[Any], at: int, kept: int) -> str:
    role = later[kept].get("role") if isinstance(later[kept], dict) else None
    content = later[0].get("content")
    if isinstance(content, list) and len(content) > 1:
        return "other blocks stand beside the compaction block"
    if role == "system":
        return "the first kept message is a system message"
    before = earlier[at - 1] if at else None
    if isinstance(before, dict) and before.get("role") == role:
        return "the first kept message has the role of the last summarised one"
    return ""
