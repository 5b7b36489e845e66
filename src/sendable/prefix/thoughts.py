"""The thinking blocks of a request, in their order, and what each is known by."""

from collections.abc import Sequence
from typing import Any

import msgspec

from sendable.prefix.canonical import is_thinking
from sendable.prefix.cost import Place


class Thought(msgspec.Struct, frozen=True, gc=False):
    """One thinking block.

    Attributes:
        place: its message and its place in it.
        key: what its provider signed, whatever its text; "" when it holds nothing that could be checked.
        value: the block.
        before: how many blocks that are no thinking stand before it in its message.
    """

    place: Place
    key: str
    value: dict[str, Any]
    before: int

    @property
    def path(self) -> str:
        """Where it stands: `messages.3.content.0`."""
        return f"messages.{self.place[0]}.content.{self.place[1]}"


def thoughts(messages: Sequence[Any], start: Place = (0, -1)) -> list[Thought]:
    """The thinking blocks of the messages from a place on."""
    found = []
    for at in range(start[0], len(messages)):
        message = messages[at]
        if not isinstance(message, dict) or message.get("role") != "assistant":
            continue
        content = message.get("content")
        if isinstance(content, list):
            found += of_content(content, at)
    return _behind(found, start) if start[1] > 0 else found


def _behind(found: list[Thought], start: Place) -> list[Thought]:
    """Those behind a block, counting the blocks before them from there."""
    inside = [thought for thought in found if thought.place[0] == start[0]]
    cut = start[1] - sum(thought.place < start for thought in inside)
    moved = [
        Thought(thought.place, thought.key, thought.value, thought.before - cut)
        for thought in inside
        if thought.place > start
    ]
    return moved + found[len(inside) :]


def of_content(content: Sequence[Any], at: int) -> list[Thought]:
    """The thinking blocks of one message, or of a response."""
    found: list[Thought] = []
    for position, block in enumerate(content):
        if is_thinking(block):
            found.append(Thought((at, position), key_of(block), block, position - len(found)))
    return found


def key_of(block: dict[str, Any]) -> str:
    """What a thinking block is known by."""
    signed = block.get("signature") or block.get("data")
    return signed if isinstance(signed, str) else ""


def responded(response: object) -> list[Thought]:
    """The thinking blocks of a response, as a message of the API; none for anything else."""
    content = response.get("content") if isinstance(response, dict) else None
    return of_content(content, 0) if isinstance(content, list) else []


def made_before(
    earlier: Sequence[Thought], later: Sequence[Thought], end: int, answer: Sequence[Thought] | None
) -> list[bool]:
    """For each thinking block of the later request whether it was made under the earlier one.

    Those that the earlier one held were, and its answer. A block among its messages that it did not hold was made
    elsewhere, in a branch of the conversation, and so were those behind that.
    """
    known = {thought.key for thought in earlier}
    answered = None if answer is None else {thought.key for thought in answer}
    elsewhere = False
    found = []
    for thought in later:
        old = bool(thought.key) and thought.key in known
        if thought.key and not old:
            elsewhere = elsewhere or thought.place[0] < end
            old = not elsewhere if answered is None else thought.key in answered
        found.append(old)
    return found
