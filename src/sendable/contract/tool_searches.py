"""Calls of the tool search whose input is named as that of the other search."""

from collections.abc import Iterator

from sendable.wire.blocks import Block
from sendable.wire.index import Index

# What each search calls its input.
KEYS = {"tool_search_tool_regex": "pattern", "tool_search_tool_bm25": "query"}
OTHER = {"pattern": "query", "query": "pattern"}


def misnamed(index: Index) -> Iterator[Block]:
    """The calls that hold the key of the other search, and not their own."""
    for block in index.blocks("server_tool_use"):
        name, held = block.value.get("name"), block.value.get("input")
        key = KEYS.get(name) if isinstance(name, str) else None
        if key is not None and isinstance(held, dict) and key not in held and OTHER[key] in held:
            yield block
