"""Load a history of any known format."""

import importlib
from typing import Any, Protocol, cast

from sendable.conversation import Conversation
from sendable.errors import UnreadableError, UsageError
from sendable.sources.stored import Stored, stored


class Format(Protocol):
    """What a module of this package offers."""

    def detect(self, held: Stored) -> bool:
        """Whether this looks like the format; it may look at the first entries only."""
        ...

    def load(self, data: Any, **options: Any) -> Conversation:
        """The conversation."""
        ...


# In the order of detection: the more telling a format's marks are, the earlier it is asked.
FORMATS: dict[str, str] = {
    "sendable": "sendable.sources.own",
    "claude-code": "sendable.sources.claude_code",
    "pydantic-ai": "sendable.sources.pydantic_ai",
    "mcp": "sendable.sources.mcp",
    "flink-agents": "sendable.sources.flink_agents",
    "langchain": "sendable.sources.langchain",
    "ai-sdk": "sendable.sources.ai_sdk",
    "otel": "sendable.sources.otel",
    "openai-responses": "sendable.sources.openai_responses",
    "openai-chat": "sendable.sources.openai_chat",
    "anthropic": "sendable.sources.anthropic",
}


def load(data: object, form: str | None = None, **options: Any) -> Conversation:
    """Load a history.

    Args:
        data: bytes, str, a path, or objects of a framework; a `Conversation` comes back as it is.
        form: name of the format; None finds it out.
        options: of that format, see its module.

    Raises:
        UnreadableError: no known format, or not of the named one.
        UsageError: there is no format of that name.
    """
    if isinstance(data, Conversation):
        return data
    held = stored(data)
    if form is not None:
        return _named(form).load(held, **options)
    for name in FORMATS:
        module = _named(name)
        if module.detect(held):
            return module.load(held, **options)
    raise UnreadableError(f"no known format of a history: name it with one of {', '.join(FORMATS)}")


def format_of(data: object) -> str | None:
    """The name of the format that `load` would choose; None where it finds none."""
    held = stored(data)
    return next((name for name in FORMATS if _named(name).detect(held)), None)


def _named(name: str) -> Format:
    if name not in FORMATS:
        raise UsageError(f"unknown format {name!r}: one of {', '.join(FORMATS)}")
    return cast(Format, importlib.import_module(FORMATS[name]))
