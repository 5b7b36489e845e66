"""What a request pays for its prompt cache without need. Advice only: nothing of this is refused.

Prices are multiples of what an input token costs: an entry of five minutes is written for 1.25, one of an hour for 2,
and reading costs 0.1 (documented in build-with-claude/prompt-caching, 2026-10-08).
"""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from sendable.prefix.breakpoints import LOOKBACK, Breakpoint, breakpoints, reached
from sendable.prefix.compare import compared
from sendable.prefix.comparison import Comparison
from sendable.prefix.cost import place_of
from sendable.targets import Target
from sendable.wire.blocks import Block
from sendable.wire.index import Index
from sendable.wire.paths import found, steps

FIVE_MINUTES = 300
HOUR = 3600

_SHAPES = (
    ("a date or a time", re.compile(r"\d{4}-\d\d-\d\d|\d{1,2}:\d\d|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b")),
    ("an id", re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}|[0-9a-f]{12,}")),
    ("a number", re.compile(r"\d")),
)
_AROUND = 12


class Advice(msgspec.Struct, frozen=True):
    """One piece of advice.

    Attributes:
        kind: what it is about: `breakpoint-out-of-reach`, `breakpoint-too-early`, `volatile-system` and so on.
        path: the place in the request.
        what: in words, without anything of the content.
    """

    kind: str
    path: str
    what: str

    def as_json(self) -> dict[str, str]:
        """The advice as reports write it."""
        return {"kind": self.kind, "path": self.path, "what": self.what}


class Before(msgspec.Struct, frozen=True):
    """The request before, in the same conversation.

    Attributes:
        index: the request.
        gap: seconds between both; None when nobody knows.
    """

    index: Index
    gap: float | None = None


def advise(index: Index, target: Target, before: Before | None = None) -> list[Advice]:
    """What could be cheaper about the cache of a request.

    Args:
        index: the request.
        target: where it goes.
        before: the request before it in the conversation, where that is known.
    """
    here = breakpoints(index)
    settled = target.for_request(index.request)
    found = [*_too_early(here, settled)]
    if before is None:
        return [*found, *_far_from_the_turn_before(index, here)]
    earlier = breakpoints(before.index)
    comparison = compared(before.index.request, index.request, target, every=True)
    found += _volatile(before.index, index, comparison) if earlier else []
    return [*found, *_out_of_reach(earlier, here, comparison), *_lifetimes(earlier, before.gap)]


def _too_early(here: list[Breakpoint], target: Target) -> Iterator[Advice]:
    """Breakpoints in front of which too little stands to be cached."""
    least = None if target.facts is None else target.facts.min_cacheable
    for one in here:
        if least is not None and one.tokens < least:
            what = f"about {one.tokens} tokens stand up to this breakpoint, and {target.model} caches from {least} on: \
nothing is kept, and one of the four places is taken"
            yield Advice("breakpoint-too-early", one.path, what)


def _far_from_the_turn_before(index: Index, here: list[Breakpoint]) -> Iterator[Advice]:
    """A last breakpoint that does not find what the turn before it left, if that ended in one."""
    blocks = _behind_last_answer(index)
    if not here or blocks is None:
        return
    last, first = here[-1], blocks
    inside = [one for one in here if first <= one.at]
    if last.at < first or last.at - (first - 1) < LOOKBACK or reached(first - 1, inside):
        return
    if any(one.at < first for one in here[:-1]) and reached(first - 1, here):
        return
    yield Advice("breakpoint-out-of-reach", last.path, _far(last.at - first + 1, "the end of the turn before"))


def _behind_last_answer(index: Index) -> int | None:
    """The position of the first block behind the last user turn but one."""
    users = [turn for turn in index.turns if turn.role == "user"]
    if len(users) < 2:
        return None
    last: Block | None = users[-2].blocks[-1] if users[-2].blocks else None
    if last is None:
        return None
    count = len(index.tools) + len(index.system)
    for message in index.messages:
        for block in message.blocks:
            count += 1
            if block is last:
                return count
    return None


def _far(distance: int, what: str) -> str:
    return f"it stands {distance} positions behind {what}, and only {LOOKBACK} are looked back (its own included): \
what was cached there is not found; set one more breakpoint in between"


def _out_of_reach(earlier: list[Breakpoint], here: list[Breakpoint], comparison: Comparison) -> Iterator[Advice]:
    """The newest entry of the request before that could be read, and is not found."""
    if not earlier or comparison.cache is not None:
        return  # what changed is told as that
    entry = earlier[-1]
    if reached(entry.at, here):
        return
    if not here:
        yield Advice(
            "breakpoint-lost",
            "",
            f"the request before left an entry at {entry.path}; this one has no \
breakpoint, so nothing is read",
        )
        return
    nearest = min((one for one in here if one.at > entry.at), default=here[-1])
    if nearest.at < entry.at:
        what = f"the request before left an entry at {entry.path}; the last breakpoint now stands in front of it"
        yield Advice("breakpoint-moved", nearest.path, what)
    else:
        yield Advice("breakpoint-out-of-reach", nearest.path, _far(nearest.at - entry.at, f"the entry at {entry.path}"))


def _volatile(before: Index, index: Index, comparison: Comparison) -> Iterator[Advice]:
    """Text of the system prompt and of tools that is not the same in two requests that follow each other."""
    for one in comparison.differences:
        place = place_of(steps(one.path))
        if one.kind.startswith("system-"):
            shape = _shape(found(before.request, steps(one.path)), found(index.request, steps(one.path)))
            what = "the system prompt is not that of the request before, so nothing behind it is read from the cache"
            tail = "; put what changes into the newest turn"
            yield Advice("volatile-system", one.path, f"{what}{shape}{tail}")
        elif one.kind == "tools-reordered":
            what = "the tools stand in another order than in the request before, so nothing is read from the cache"
            yield Advice("tools-unstable", one.path, f"{what}; sort them")
        elif one.kind.startswith("tool") and place[0] < 0:
            what = f"{one.what} since the request before, so nothing is read from the cache"
            yield Advice("tools-unstable", one.path, what)


def _shape(earlier: Any, later: Any) -> str:
    """What the part of a text that differs looks like."""
    if not isinstance(earlier, str) or not isinstance(later, str):
        return ""
    shorter = min(len(earlier), len(later))
    start = next((at for at in range(shorter) if earlier[at] != later[at]), shorter)
    end = next((at for at in range(shorter - start) if earlier[-1 - at] != later[-1 - at]), shorter - start)
    part = later[max(start - _AROUND, 0) : len(later) - end + _AROUND]
    looks = next((name for name, shape in _SHAPES if shape.search(part)), "")
    return f": it differs from character {start} on{f', where {looks} stands' if looks else ''}"


def _lifetimes(earlier: list[Breakpoint], gap: float | None) -> Iterator[Advice]:
    """Entries that had expired, and those that live far longer than they were needed."""
    if gap is None or gap < 0:
        return
    short = next((one for one in earlier if one.ttl == "5m"), None)
    long = next((one for one in reversed(earlier) if one.ttl == "1h"), None)
    if short is not None and FIVE_MINUTES < gap <= HOUR:
        what = f"the request before was sent {gap / 60:.0f} minutes ago, and its entry lived for five: with ttl 1h it \
would be read for 0.1 of the price instead of written again for 1.25 (an hour's entry costs 2 once)"
        yield Advice("ttl-too-short", short.path, what)
    elif long is not None and gap < FIVE_MINUTES:
        what = f"the request before was sent {gap:.0f} seconds ago: five minutes would have been enough, and are \
written for 1.25 of the price instead of 2, if the others of this conversation come as fast"
        yield Advice("ttl-too-long", long.path, what)
    elif long is not None and gap > HOUR:
        what = f"the request before was sent {gap / HOUR:.1f} hours ago, and its entry lived for one: it was written \
for 2 of the price and never read"
        yield Advice("ttl-too-long", long.path, what)
