"""What the results of client calls hold, sorted once for the rules that judge it."""

from sendable.contract.client_pairs import exchanges
from sendable.contract.native_pairs import caller_of
from sendable.wire.blocks import Block, Message
from sendable.wire.grown import once_each
from sendable.wire.index import Index


def error_results(index: Index) -> list[Block]:
    """The `tool_result` blocks that say that the call failed; kept with the index."""
    return once_each(index, _errors)


def _errors(message: Message) -> list[Block]:
    return [block for block in message.blocks if block.kind == "tool_result" and block.value.get("is_error") is True]


def programmatic_results(index: Index) -> list[Block]:
    """The `tool_result` blocks that answer calls which code of a native call made; kept with the index.

    A result answers a call of the turn right before it: the same id in another turn is another call.
    """
    return index.once(_programmatic)


def _programmatic(index: Index) -> list[Block]:
    made = {block for block in index.blocks("tool_use") if "caller" in block.value and caller_of(block.value)}
    if not made:
        return []
    return [
        result
        for exchange in exchanges(index)
        if not made.isdisjoint(exchange.calls)
        for result in exchange.results_of(made)
    ]


def held(block: Block) -> list[object]:
    """The blocks that a result holds as a list; none for a string or nothing."""
    content = block.value.get("content")
    return list(content) if isinstance(content, (list, tuple)) else []


def holds_only_text(block: Block) -> bool:
    """Whether a result holds a string, nothing, or text blocks alone; what is no block is the schema's to report."""
    return all(not isinstance(item, dict) or item.get("type") == "text" for item in held(block))
