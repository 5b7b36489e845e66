"""The system prompt: the one that was stored, and the system messages that stand before everything else."""

from typing import Any

from sendable.conversation import CachePoint, Conversation, Text
from sendable.errors import CachePointError, PlacedError
from sendable.render.blocks import OF_SYSTEM
from sendable.render.cache_points import NOTHING_BEFORE, mark_last
from sendable.render.style import Style
from sendable.targets import Target

Json = dict[str, Any]


def hears_system_messages(target: Target) -> bool:
    """Whether the target takes a system message that stands later, and its model hears it."""
    facts = target.facts
    return facts is not None and facts.system_messages == "yes" and target.platform != "foundry"


def leading_system(conversation: Conversation) -> int:
    """How many system messages stand before everything else."""
    count = 0
    for message in conversation.messages:
        if message.role != "system":
            break
        count += 1
    return count


def system_field(conversation: Conversation, leading: int, style: Style) -> str | list[Json] | None:
    """The `system` field: a string where one was stored and nothing joins it, else text blocks; None for none.

    Raises:
        UnsupportedContentBlockError: media stand in it.
        CachePointError: a cache point has nothing to stand behind.
    """
    held = conversation.system
    if not leading and conversation.system_bare and held and len(held) == 1:
        only = held[0]
        if isinstance(only, Text) and not only.extra:
            return only.text
    blocks: list[Json] = []
    _add(blocks, held or [], style, "system")
    for number, message in enumerate(conversation.messages[:leading]):
        _add(blocks, message.parts, style, f"messages.{number}.parts")
    return blocks if blocks or held is not None else None


def _add(blocks: list[Json], parts: Any, style: Style, where: str) -> None:
    for at, part in enumerate(parts):
        try:
            if isinstance(part, CachePoint):
                if not mark_last(blocks, part):
                    raise CachePointError(NOTHING_BEFORE)
                continue
            block = OF_SYSTEM[type(part)](part, style)
        except PlacedError as error:
            raise error.inside(f"{where}.{at}") from None
        if block is not None:
            blocks.append(block)
