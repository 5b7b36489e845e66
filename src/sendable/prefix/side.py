"""The messages of one of two requests that are compared."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, TypeAlias

from sendable.prefix.canonical import exact_message, is_thinking
from sendable.prefix.encoding import encoded, encoded_sorted

Key: TypeAlias = bytes | None

_WORDS = ("text", "content", "id", "tool_use_id")


class Side:
    """The messages of one request, each with its bytes, which are the fastest way to see that two are equal."""

    def __init__(self, messages: Sequence[Any]) -> None:
        self.messages = messages
        self.raw = [encoded(message) for message in messages]
        self._keys: dict[int, bytes] = {}

    def key(self, at: int) -> bytes:
        """What is compared of a message, as bytes; made when it is first asked for."""
        key = self._keys.get(at)
        if key is None:
            message, raw = self.messages[at], self.raw[at]
            exact = isinstance(message, dict) and (b"thinking" in raw or b"cache_control" in raw)
            key = self._keys[at] = encoded_sorted(exact_message(message) if exact else message)
        return key

    @cached_property
    def openings(self) -> list[str]:
        """For each message the first words in it; messages that are the same begin with the same."""
        return [_opening(message) for message in self.messages]

    def holds(self, mark: bytes) -> bool:
        """Whether a byte string stands in any message."""
        return any(mark in raw for raw in self.raw)

    def until(self, end: int) -> "Side":
        """The same with the messages from an index on left out."""
        shorter = Side(())
        shorter.messages, shorter.raw, shorter._keys = self.messages[:end], self.raw[:end], self._keys
        return shorter

    def cut(self, at: int, block: int) -> "Side":
        """The same with the first blocks of one message cut off."""
        held = self.messages[at]
        other = Side([{**held, "content": held["content"][block:]}])
        changed = Side(())
        changed.messages = [*self.messages[:at], *other.messages, *self.messages[at + 1 :]]
        changed.raw = [*self.raw[:at], *other.raw, *self.raw[at + 1 :]]
        return changed


def keys_in_both(one: Side, here: Sequence[int], other: Side, there: Sequence[int]) -> tuple[list[Key], list[Key]]:
    """The keys of some messages of each side; None for those that cannot stand on the other, since they begin anew."""
    openings, others = one.openings, other.openings
    both = {openings[i] for i in here}.intersection([others[j] for j in there])
    if not both:
        return [None] * len(here), [None] * len(there)
    return (
        [one.key(i) if openings[i] in both else None for i in here],
        [other.key(j) if others[j] in both else None for j in there],
    )


def _opening(message: Any) -> str:
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, str):
        return content
    for block in content if isinstance(content, list) else ():
        if is_thinking(block) or not isinstance(block, dict):
            continue
        for word in _WORDS:
            held = block.get(word)
            if isinstance(held, str):
                return held
        return ""
    return ""
