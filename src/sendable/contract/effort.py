"""What bounds the effort of a request, and that of single turns."""

from collections.abc import Iterator

from sendable.contract.thinking_setting import effort_of, thinking_type
from sendable.targets import Target
from sendable.wire.index import Index, Message

LEVELS = ("low", "medium", "high", "xhigh", "max")

# The models on which the effort stays as it is while thinking is off, with their default (documented 2026-10-08).
_FIXED = {"claude-sonnet-5-5": "high", "claude-haiku-5-5": "medium"}


def capped(index: Index, target: Target) -> bool:
    """Whether the thinking that is asked for leaves the model no effort above `high`."""
    return target.facts is not None and thinking_type(index) in target.facts.capped


def changed_messages(index: Index, target: Target) -> Iterator[tuple[Message, str]]:
    """Messages that set another effort than the request, with that effort, on models that allow no change."""
    facts = target.facts
    default = _FIXED.get(facts.inherited or facts.name) if facts is not None else None
    if default is None:
        return
    before = effort_of(index.request) or default
    for message in index.messages:
        if "output_config" in message.value and effort_of(message.value) not in ("", before):
            yield message, before


def nearest_level(level: str, supported: tuple[str, ...]) -> str:
    """The highest supported level that is no higher; "" when there is none."""
    if level not in LEVELS:
        return ""
    below = LEVELS[: LEVELS.index(level) + 1]
    return next((name for name in reversed(below) if name in supported), "")
