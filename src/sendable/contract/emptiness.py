"""Messages without content, judged on the turn that they are merged into."""

from collections.abc import Iterator

from sendable.wire.blocks import Message, Turn
from sendable.wire.grown import once_each
from sendable.wire.index import Index


def is_empty(message: Message) -> bool:
    """Whether the content is an empty string or list; what has no such shape is the schema's to report."""
    content = message.value.get("content")
    return isinstance(content, (str, list, tuple)) and not content


def empty_turns(index: Index, role: str) -> Iterator[Turn]:
    """The turns of a role in which every message is empty."""
    for turn in index.once(all_empty_turns):
        if turn.role == role:
            yield turn


def all_empty_turns(index: Index) -> list[Turn]:
    """The turns, of any role, in which every message is empty."""
    hollow = {*once_each(index, _hollow)}
    if not hollow:
        return []
    return [index.turns[number] for number in sorted(hollow) if all(map(is_empty, index.turns[number].messages))]


def _hollow(message: Message) -> list[int]:
    return [] if message.value.get("content", True) else [message.turn]
