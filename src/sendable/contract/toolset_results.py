"""The results of calls of toolset members, and what is wrong with them."""

from collections.abc import Iterator

from sendable.wire.index import Block, Index

# What the result of a member may hold, whichever toolset it is of.
_MEDIA = ("text", "image")


def member_results(index: Index) -> list[tuple[Block, Block]]:
    """The calls of toolset members with their results; kept with the index."""
    return index.once(_member_results)


def _member_results(index: Index) -> list[tuple[Block, Block]]:
    calls = {
        call.value.get("id"): call
        for call in index.blocks("tool_use")
        if "toolset_name" in call.value
        and isinstance(call.value["toolset_name"], str)
        and isinstance(call.value.get("id"), str)
    }
    if not calls:
        return []
    results = index.blocks("tool_result")
    answered = ((result.value.get("tool_use_id"), result) for result in results)
    return [(calls[call], result) for call, result in answered if isinstance(call, str) and call in calls]


def unnamed(index: Index) -> Iterator[tuple[Block, Block]]:
    """The calls whose results do not repeat the name of the toolset, with those results."""
    for call, result in member_results(index):
        if result.value.get("toolset_name") != call.value["toolset_name"]:
            yield call, result


def strays(index: Index) -> Iterator[tuple[Block, Block, Block]]:
    """Blocks that the result of a member may not hold: the call, the result, the block."""
    held = {id(result.value): (call, result) for call, result in member_results(index)}
    if not held:
        return
    for kind in sorted(index.inner.keys() - {*_MEDIA}):
        for block in index.inner[kind]:
            if block.parent is None or id(block.parent.value) not in held:
                continue
            call, result = held[id(block.parent.value)]
            if kind != "browser_state" or call.value["toolset_name"] != "browser":
                yield call, result, block
