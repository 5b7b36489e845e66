"""Messages without content, judged on the turn that they are merged into."""

from collections.abc import Iterator

from sendable.wire.index import Index, Message, Turn


def is_empty(message: Message) -> bool:
    """Whether the content is an empty string or list; what has no such shape is the schema's to report."""
    content = message.value.get("content")
    return isinstance(content, (str, list, tuple)) and not content


def empty_turns(index: Index, role: str) -> Iterator[Turn]:
    """The turns of a role in which every message is empty."""
    for turn in index.turns:
        if turn.role == role and is_empty(turn.messages[0]) and all(is_empty(message) for message in turn.messages):
            yield turn
