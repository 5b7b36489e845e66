"""Breakpoints of the prompt cache: a mark on the block before them."""

from typing import Any

from sendable.conversation import CachePoint
from sendable.errors import CachePointError

Json = dict[str, Any]

# Blocks that a breakpoint passes by: the API takes none on them.
SKIPPED = frozenset({"thinking", "redacted_thinking"})

NOTHING_BEFORE = "a cache point needs a block before it to stand behind"


def marked(block: Json, point: CachePoint) -> Json:
    """The block with the breakpoint; of two on one block the one that lives longer stays."""
    held = block.get("cache_control")
    if point.ttl != "1h" and isinstance(held, dict) and held.get("ttl") == "1h":
        return block
    mark: Json = {"type": "ephemeral"}
    if point.ttl is not None:
        mark["ttl"] = point.ttl
    return {**block, "cache_control": mark | point.extra}


def mark_last(blocks: list[Json], point: CachePoint) -> bool:
    """Put the breakpoint on the last block that can stand it; whether there is one."""
    for at in range(len(blocks) - 1, -1, -1):
        if str(blocks[at].get("type")) not in SKIPPED:
            blocks[at] = marked(blocks[at], point)
            return True
    return False


def mark_only(blocks: list[Json], point: CachePoint) -> None:
    """Put the breakpoint on the last block of a list that no other precedes, such as the content of a result.

    Raises:
        CachePointError: there is no block.
    """
    if not mark_last(blocks, point):
        raise CachePointError(NOTHING_BEFORE)
