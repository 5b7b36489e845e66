"""The cache breakpoints of a request as positions in what is cached: tools, system, then the blocks of the messages.

A breakpoint is looked for 20 positions back, its own included (documented in build-with-claude/prompt-caching,
2026-10-08).
"""

from itertools import accumulate
from typing import NamedTuple

from sendable.contract.cache_marks import automatic, explicit, last_block, outermost, takes_a_place, ttl_of
from sendable.prefix.cost import size_of
from sendable.wire.blocks import Block
from sendable.wire.index import Index
from sendable.wire.paths import dotted

LOOKBACK = 20


class Breakpoint(NamedTuple):
    """One breakpoint.

    Attributes:
        at: its position.
        path: the block that carries it.
        ttl: how long its entry lives.
        tokens: about how many tokens stand before and in it.
    """

    at: int
    path: str
    ttl: str
    tokens: int


def blocks_of(index: Index) -> list[Block]:
    """Every position, in order."""
    return [*index.tools, *index.system, *(block for message in index.messages for block in message.blocks)]


def breakpoints(index: Index) -> list[Breakpoint]:
    """All of a request, in order; the automatic one stands on the last block."""
    marked = [(outermost(block), ttl_of(block.value.get("cache_control"))) for block in explicit(index)]
    last = last_block(index)
    if takes_a_place(index) and last is not None:
        marked.append((last, ttl_of(automatic(index))))
    if not marked:
        return []
    blocks = blocks_of(index)
    places = {block: at for at, block in enumerate(blocks)}
    tokens = list(accumulate(size_of(block.value).tokens for block in blocks))
    found = [
        Breakpoint(at, dotted(block.path), ttl, tokens[at])
        for block, ttl in marked
        if (at := places.get(block)) is not None
    ]
    return sorted(found)


def reached(entry: int, later: list[Breakpoint]) -> bool:
    """Whether some breakpoint finds an entry at a position."""
    return any(entry <= one.at < entry + LOOKBACK for one in later)
