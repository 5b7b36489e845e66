"""What a message holds beside its role and its content, and what becomes of that when the message goes."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.wire.blocks import Message
from sendable.wire.schema import known_names

# What an answer says of itself; it was never part of the conversation.
OF_AN_ANSWER = frozenset({
    "container", "context_management", "diagnostics", "id", "input_transformations", "model", "stop_details",
    "stop_reason", "stop_sequence", "type", "usage",
})  # fmt: skip
# Fields that messages of other APIs have, and that no API of this one is going to have.
_FOREIGN = frozenset({
    "annotations", "audio", "function_call", "parts", "reasoning", "reasoning_content", "reasoning_details", "refusal",
    "tool_call_id", "tool_calls",
})  # fmt: skip
_ITS_OWN = frozenset({"clear_at", "content", "output_config", "role"})


def fields_beside(message: Message) -> list[str]:
    """The names of what a message holds that is not its content; empty values and notes of an answer are nothing."""
    return [
        name
        for name, held in message.value.items()
        if name not in _ITS_OWN and name not in OF_AN_ANSWER and (held or isinstance(held, (bool, int, float)))
    ]


def unknown_fields(message: Message) -> list[str]:
    """Those of them that nobody knows: they may be what the next request needs."""
    known = known_names()
    return [name for name in fields_beside(message) if name not in _FOREIGN and name not in known]


def named(fields: list[str]) -> str:
    """The names as a text lists them."""
    return ", ".join(f"`{name}`" for name in fields)


def remove_empty(draft: Draft, message: Message, rule: str) -> bool:
    """Remove a message whose content shows nothing; whether that is allowed. A field that nobody knows keeps it."""
    if unknown_fields(message):
        return False
    fields = fields_beside(message)
    loss = Loss.DROPS if fields or message.blocks else Loss.KEEPS
    if not draft.may(rule, message.path, loss, _what(message, fields)):
        return False
    draft.unset(message.path)
    return True


def _what(message: Message, fields: list[str]) -> str:
    empty = "removed the message, in which nothing can be seen" if message.blocks else "removed the empty message"
    return f"{empty}, and with it {named(fields)}" if fields else empty
