"""What bounds the effort of a request."""

from sendable.contract.thinking_setting import thinking_type
from sendable.targets import Target
from sendable.wire.index import Index

LEVELS = ("low", "medium", "high", "xhigh", "max")


def capped(index: Index, target: Target) -> bool:
    """Whether the thinking that is asked for leaves the model no effort above `high`."""
    return target.facts is not None and thinking_type(index) in target.facts.capped


def nearest_level(level: str, supported: tuple[str, ...]) -> str:
    """The highest supported level that is no higher; "" when there is none."""
    if level not in LEVELS:
        return ""
    below = LEVELS[: LEVELS.index(level) + 1]
    return next((name for name in reversed(below) if name in supported), "")
