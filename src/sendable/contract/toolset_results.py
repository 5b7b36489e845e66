"""The results of calls of toolset members, and what is wrong with them."""

from collections.abc import Iterator

from sendable.contract.client_pairs import Exchange, exchanges
from sendable.wire.blocks import Block, Message
from sendable.wire.grown import once_each
from sendable.wire.index import Index

# What the result of a member may hold, whichever toolset it is of.
_MEDIA = ("text", "image")


def member_results(index: Index) -> list[tuple[Block, Block]]:
    """The calls of toolset members with their results, turn by turn; kept with the index."""
    return index.once(_member_results)


def _member_results(index: Index) -> list[tuple[Block, Block]]:
    members = {*once_each(index, _members)}
    if not members:
        return []
    return [
        pair
        for exchange in exchanges(index)
        if not members.isdisjoint(exchange.calls)
        for pair in _answered(exchange, members)
    ]


def _members(message: Message) -> list[Block]:
    return [
        block
        for block in message.blocks
        if block.kind == "tool_use" and isinstance(block.value.get("toolset_name"), str)
    ]


def _answered(exchange: Exchange, members: set[Block]) -> Iterator[tuple[Block, Block]]:
    calls = {
        call.value["id"]: call for call in exchange.calls if call in members and isinstance(call.value.get("id"), str)
    }
    for result in exchange.results_of(members):
        yield calls[result.value["tool_use_id"]], result


def unnamed(index: Index) -> Iterator[tuple[Block, Block]]:
    """The calls whose results do not repeat the name of the toolset, with those results."""
    for call, result in member_results(index):
        if result.value.get("toolset_name") != call.value["toolset_name"]:
            yield call, result


def strays(index: Index) -> Iterator[tuple[Block, Block, Block]]:
    """Blocks that the result of a member may not hold: the call, the result, the block."""
    held = {result: (call, result) for call, result in member_results(index)}
    if not held:
        return
    for kind in sorted(index.inner.keys() - {*_MEDIA}):
        for block in index.inner[kind]:
            if block.parent is None or block.parent not in held:
                continue
            call, result = held[block.parent]
            if kind != "browser_state" or call.value["toolset_name"] != "browser":
                yield call, result, block
