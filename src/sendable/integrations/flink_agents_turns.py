"""What a connection of Flink Agents sends for its messages, and keeps of an answer; without the framework itself."""

from collections.abc import Iterable, Sequence
from typing import Any

from sendable.errors import SendableError
from sendable.render import render
from sendable.sources.load import load
from sendable.targets import Target

Json = dict[str, Any]

BLOCKS = "anthropic_content_blocks"
"""Under this name among the extras of a message the framework keeps the blocks of an answer."""


def turns(messages: Sequence[Any], model: str | None, expand_content_blocks: bool) -> list[Json] | None:
    """The messages of the request: calls with their ids, results in one turn each, envelopes opened.

    Args:
        messages: of the framework, live or as JSON, without those of the system.
        model: that they go to.
        expand_content_blocks: whether an envelope in a result is opened.

    Returns:
        Messages of the API. None for what cannot be rendered, which is sent as the framework would.
    """
    if not messages:
        return []
    try:
        told = load(list(messages), "flink-agents", expand_content_blocks=expand_content_blocks)
        made: list[Json] = render(told, Target(model=model))["messages"]
    except SendableError:
        return None
    return made


def plain_blocks(blocks: Iterable[Any]) -> list[Json]:
    """The blocks of an answer as plain dicts without nulls, which the framework can store and the API takes again.

    Args:
        blocks: objects of the SDK, or dicts.
    """
    return [block if isinstance(block, dict) else block.model_dump(mode="json", exclude_none=True) for block in blocks]
