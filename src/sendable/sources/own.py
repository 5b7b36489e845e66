"""The JSON form of the neutral conversation itself."""

from typing import Any

from sendable.conversation import Conversation, from_json
from sendable.sources.stored import Stored, stored

MARK = "sendable_conversation"


def detect(held: Stored) -> bool:
    """An object that names the version of this form."""
    return isinstance(held.value, dict) and MARK in held.value


def load(data: Any) -> Conversation:
    """The conversation that `conversation.dumps` wrote.

    Raises:
        UnreadableError: it is no such JSON, or of a newer version.
    """
    return from_json(stored(data).value)
