"""Cache breakpoints in the order in which the API counts them: tools, system, messages, then the automatic one.

A top-level `cache_control` puts a breakpoint on the last block by itself. It takes one of the four places, but not when
that block is marked already (documented in build-with-claude/prompt-caching, 2026-10-08).
"""

from collections.abc import Iterator

import msgspec

from sendable.wire.blocks import Block, Json
from sendable.wire.index import Index
from sendable.wire.kinds import can_carry, kinds
from sendable.wire.shown import shown

MOST = 4


class Late(msgspec.Struct, frozen=True, gc=False, eq=False):
    """A breakpoint of an hour behind one of five minutes; `block` is None for the automatic one."""

    block: Block | None


def ttl_of(mark: object) -> str:
    """How long a breakpoint lives, five minutes unless it says so; "" for what is no breakpoint."""
    if not isinstance(mark, dict):
        return ""
    ttl = mark.get("ttl")
    return "5m" if ttl is None else str(shown(ttl))


def automatic(index: Index) -> Json | None:
    """The top-level `cache_control`, if it is one."""
    mark = index.request.get("cache_control")
    return mark if isinstance(mark, dict) else None


def last_block(index: Index) -> Block | None:
    """The block that automatic caching marks: the last one of the messages, thinking and empty text aside."""
    for message in reversed(index.messages):
        for block in reversed(message.blocks):
            if can_carry(block.value) or block.kind not in kinds():
                return block
    return None


def takes_a_place(index: Index) -> bool:
    """Whether the automatic breakpoint takes a place of its own: its block is not marked yet."""
    if automatic(index) is None:
        return False
    block = last_block(index)
    return block is None or not ttl_of(block.value.get("cache_control"))


def explicit(index: Index) -> list[Block]:
    """The blocks that carry a breakpoint; a `cache_control` that is no object is a fault of its field, and none."""
    return [block for block in index.marks if isinstance(block.value["cache_control"], dict)]


def counted(index: Index) -> int:
    """How many of the places are taken."""
    return len(explicit(index)) + takes_a_place(index)


def late_marks(index: Index) -> list[Late]:
    """The breakpoints of an hour that stand behind one of five minutes; kept with the index."""
    return index.once(_late)


def _late(index: Index) -> list[Late]:
    return list(_walk(index))


def _walk(index: Index) -> Iterator[Late]:
    """One pass. The order inside one block is not documented, so its own marks are not held against each other."""
    short = short_here = False
    here: Block | None = None
    for block in index.marks:
        outer = outermost(block)
        if outer is not here:
            short, short_here, here = short or short_here, False, outer
        ttl = ttl_of(block.value.get("cache_control"))
        short_here = short_here or ttl == "5m"
        if short and ttl == "1h":
            yield Late(block)
    if (short or short_here) and takes_a_place(index) and ttl_of(automatic(index)) == "1h":
        yield Late(None)


def outermost(block: Block) -> Block:
    """The top-level block that a block is nested in; the block itself when it is one."""
    while block.parent is not None:
        block = block.parent
    return block
