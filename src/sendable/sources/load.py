"""Load a history of any known format."""

import importlib
from collections.abc import Mapping
from inspect import Parameter, signature
from typing import Any, Protocol, cast

from sendable.collector import without_collector
from sendable.conversation import Conversation
from sendable.errors import UnreadableError, UsageError
from sendable.sources import anthropic, openai_chat
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

_MIXED = {("anthropic", "openai-chat"), ("langchain", "anthropic")}
"""Formats that are named, and those whose marks may stand in them: calls of chat in a request are for the contract to
judge, and LangChain keeps Anthropic's blocks as they are."""


@without_collector
def load(data: object, form: str | None = None, **options: Any) -> Conversation:
    """Load a history.

    Args:
        data: bytes, str, a path, or objects of a framework; a `Conversation` comes back as it is.
        form: name of the format; None finds it out.
        options: of that format, see its module.

    Raises:
        UnreadableError: no known format, or not of the named one.
        UsageError: there is no format of that name, or it has no such option.
    """
    if isinstance(data, Conversation):
        if options:
            raise UsageError(f"unknown option {min(options)!r}: a conversation is loaded already")
        return data
    held = stored(data)
    if form is not None:
        return _as_named(form, held, options)
    found = format_of(held)
    if found is None:
        raise UnreadableError(f"no known format of a history: name it with one of {', '.join(FORMATS)}")
    return _loaded(found, held, options)


def format_of(data: object) -> str | None:
    """The name of the format that `load` would choose; None where it finds none."""
    held = stored(data)
    return next((name for name in FORMATS if _named(name).detect(held)), None)


def options_of(form: str) -> Mapping[str, Parameter]:
    """The options that loading a format takes, with their defaults.

    Raises:
        UsageError: there is no format of that name.
    """
    given = signature(_named(form).load).parameters
    return {name: one for name, one in given.items() if one.kind is Parameter.KEYWORD_ONLY}


def _loaded(form: str, held: Stored, options: dict[str, Any]) -> Conversation:
    if options:
        known = options_of(form)
        unknown = options.keys() - known.keys()
        if unknown:
            those = f"one of {', '.join(sorted(known))}" if known else "it has none"
            raise UsageError(f"unknown option {min(unknown)!r} of {form}: {those}")
    return _named(form).load(held, **options)


def _as_named(form: str, held: Stored, options: dict[str, Any]) -> Conversation:
    """The conversation of a history whose format was named, though it may lack that format's marks.

    Raises:
        UnreadableError: it has the marks of another format, or nothing that the named one has a form for.
    """
    if _named(form).detect(held):
        return _loaded(form, held, options)
    other = _marked_as(held)
    if other is not None and (form, other) not in _MIXED:
        raise UnreadableError(f"does not look like {form}, but like {other}")
    conversation = _loaded(form, held, options)
    if conversation.lost and not any(message.parts for message in conversation.messages):
        raise UnreadableError(f"does not look like {form}: nothing in it has its form")
    return conversation


def _marked_as(held: Stored) -> str | None:
    """The format whose own marks are on this; what several formats write alike is no mark."""
    found = format_of(held)
    if found == "openai-chat":
        return found if openai_chat.is_marked(held) else None
    if found == "anthropic":
        return found if anthropic.is_marked(held) else None
    return found


def _named(name: str) -> Format:
    if name not in FORMATS:
        raise UsageError(f"unknown format {name!r}: one of {', '.join(FORMATS)}")
    return cast(Format, importlib.import_module(FORMATS[name]))
