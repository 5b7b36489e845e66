"""A conversation as values, and its JSON form, which is a good way to store one."""

import json
import re
from typing import Any, Literal

import msgspec

from sendable.conversation.parts import CachePoint, Json, Part, Text, Value
from sendable.errors import UnreadableError

VERSION = 1

Role = Literal["user", "assistant", "system", "tool"]


class Message(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One message.

    Attributes:
        role: user, assistant, system, or tool for a message of tool results.
        parts: what it holds, in order.
        bare: whether `parts` is one text that was stored as a bare string.
        extra: fields of the stored message that have no name here.
    """

    role: Role
    parts: list[Part]
    bare: bool = False
    extra: Json = msgspec.field(default_factory=dict)


class Tool(Value, frozen=True, kw_only=True, tag="tool"):
    """A tool that the application runs."""

    name: str
    description: str | None = None
    schema: Any = msgspec.field(default_factory=dict)
    extra: Json = msgspec.field(default_factory=dict)


class NativeTool(Value, frozen=True, kw_only=True, tag="native_tool"):
    """A tool that a provider runs, in that provider's own words."""

    provider: str
    definition: Json


class Lost(msgspec.Struct, frozen=True):
    """Something that a stored history held and the conversation cannot: where it stood, and what it was."""

    path: str
    what: str


class Conversation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A conversation, whatever framework kept it.

    Attributes:
        version: of the JSON form, where it is written as `sendable_conversation`.
        messages: what was said.
        system: the system prompt that stands before it all; None where there is none.
        system_bare: whether that prompt is one text that was stored as a bare string.
        tools: the tools that are declared; None where the history does not say.
        settings: the other fields of a request that was loaded: model, max_tokens, thinking, …
        lost: what the source could not carry over.
    """

    version: int = msgspec.field(default=VERSION, name="sendable_conversation")
    messages: list[Message]
    system: list[Text | CachePoint] | None = None
    system_bare: bool = False
    tools: list[Tool | NativeTool] | None = None
    settings: Json = msgspec.field(default_factory=dict)
    lost: list[Lost] = msgspec.field(default_factory=list)


_FOUND = re.compile(r"value .*(?= - at `)", re.DOTALL)
_DECODER = msgspec.json.Decoder(Conversation)


def dumps(conversation: Conversation) -> bytes:
    """The JSON form of a conversation; the same bytes for the same value."""
    value = {"sendable_conversation": conversation.version, **msgspec.to_builtins(conversation)}
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:  # a lone surrogate, which UTF-8 has no form for but JSON has an escape
        return json.dumps(value, separators=(",", ":")).encode("ascii")


def loads(data: bytes | str) -> Conversation:
    """The conversation that `dumps` wrote.

    Raises:
        UnreadableError: it is no such JSON, or of a newer version.
    """
    try:
        return _known(_DECODER.decode(data))
    except msgspec.ValidationError as error:
        raise _unreadable(error) from None
    except (msgspec.DecodeError, UnicodeError):
        pass
    try:
        return from_json(json.loads(data))
    except (ValueError, RecursionError):
        raise UnreadableError("not a conversation: no JSON") from None


def from_json(value: Any) -> Conversation:
    """The conversation of a JSON value that was decoded already.

    Raises:
        UnreadableError: it is no conversation, or of a newer version.
    """
    try:
        return _known(msgspec.convert(value, Conversation))
    except msgspec.ValidationError as error:
        raise _unreadable(error) from None
    except UnicodeEncodeError:  # a lone surrogate where one of a few words must stand
        raise UnreadableError("not a conversation: a role or a kind of part that is no text") from None
    except RecursionError:
        raise UnreadableError("not a conversation: nested too deeply") from None


def _unreadable(error: msgspec.ValidationError) -> UnreadableError:
    """The error, without the value that was found: it may be anything that was said."""
    return UnreadableError(f"not a conversation: {_FOUND.sub('value', str(error))}")


def _known(conversation: Conversation) -> Conversation:
    if conversation.version < 1:
        raise UnreadableError("not a conversation: its version is no version")
    if conversation.version > VERSION:
        raise UnreadableError(f"a conversation of version {conversation.version}: this reads up to {VERSION}")
    return conversation
