"""Which calls of the latest turn still wait for a result."""

from typing import Any

Json = dict[str, Any]


def open_calls(messages: list[Json]) -> set[str]:
    """The ids that the latest assistant turn asked and no later message answers; empty when anything else was said."""
    answered: set[str] = set()
    asked: set[str] = set()
    in_turn = False
    for message in reversed(messages):
        blocks = message["content"] if isinstance(message["content"], list) else []
        if message["role"] == "assistant":
            in_turn = True
            asked |= calls_in(blocks)
        elif in_turn or not results_in(blocks):
            break
        else:
            answered |= results_in(blocks)
    return asked - answered


def calls_in(blocks: list[Json]) -> set[str]:
    """Ids of the client calls among these."""
    return {str(block.get("id")) for block in blocks if block.get("type") == "tool_use"}


def results_in(blocks: list[Json]) -> set[str]:
    """Ids that the results among these answer."""
    return {str(block.get("tool_use_id")) for block in blocks if block.get("type") == "tool_result"}
