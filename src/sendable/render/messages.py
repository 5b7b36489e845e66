"""The messages of a request, one after the other; what was written is never changed but for a cache point behind it."""

import sys
from collections.abc import Mapping
from typing import Any

from sendable.conversation import CachePoint, Message, Text
from sendable.errors import CachePointError, PlacedError
from sendable.render.blocks import OF_ASSISTANT, OF_SYSTEM, OF_USER, Render
from sendable.render.cache_points import NOTHING_BEFORE, mark_last
from sendable.render.open_calls import calls_in, open_calls, results_in
from sendable.render.style import Style

Json = dict[str, Any]

_TABLES: Mapping[str, Mapping[type, Render]] = {
    "user": OF_USER,
    "tool": OF_USER,
    "assistant": OF_ASSISTANT,
    "system": OF_SYSTEM,
}


# Whose bare texts need no look at what stands before them.
_SPEAKERS = ("user", "assistant")


def _is_one_text(message: Message) -> bool:
    """Whether a message is one text and nothing else, as most are that were stored as a bare string."""
    parts = message.parts
    return len(parts) == 1 and type(parts[0]) is Text and not parts[0].extra and not message.extra


class Writer:
    """Writes messages.

    Only the results of one turn are merged, into one user message. A later system message that the model does not hear
    becomes text in a user message of its own at its place, the same on every request. Between a call and its results
    any system message waits until the last result is written. Where the conversation ends before that, it is written
    at the end, and the results that are appended later go in front of it: the one place where an appended conversation
    does not begin with what the shorter one gave. The shorter one, with a call that nothing answers, is refused anyway.

    Args:
        hears_system: whether the model hears system messages that stand later.
        style: the choices of the caller.
        system: the system prompt that stands before the messages.

    Attributes:
        system: the same, with the cache points that lead the messages on its last block.
        reached: the first of the written messages that a cache point went back to; -1 for the system prompt.
    """

    def __init__(self, hears_system: bool, style: Style, system: str | list[Json] | None = None) -> None:
        self.system = system
        self._hears_system = hears_system
        self._style = style
        self._messages: list[Json] = []
        self._of_tools = False
        self._open: set[str] = set()
        self._waiting: list[Json] = []
        self.reached = sys.maxsize

    def resume(self, messages: list[Json]) -> None:
        """Go on behind messages that were written earlier; none of them is changed in place."""
        self._messages = messages

    @property
    def settled(self) -> int:
        """How many messages are written; -1 while the last ones depend on what comes next."""
        return -1 if self._of_tools or self._waiting else len(self._messages)

    def done(self) -> list[Json]:
        """All messages."""
        self._put_waiting()
        return self._messages

    def write(self, message: Message, at: int) -> None:
        """Write a message of the conversation, the one with this number.

        Raises:
            UnsupportedContentBlockError, ContentDecodeError, CachePointError: a part has no form on the wire.
        """
        role = message.role
        if message.bare and role in _SPEAKERS and not self._waiting and _is_one_text(message):
            self._messages.append({"role": role, "content": message.parts[0].text})  # type: ignore[union-attr]
            self._of_tools = False
            return
        blocks = self._blocks(message, at)
        if self._waiting:
            self._settle(role, blocks)
        if role == "tool":
            self._write_results(message, blocks)
        elif role == "system" and (not self._hears_system or (blocks and self._is_answering())):
            self._tell_system(message, blocks)
        elif blocks or not message.parts:
            self._append(role, message, blocks)
        if self._waiting and not self._open:
            self._put_waiting()

    def _blocks(self, message: Message, number: int) -> list[Json]:
        table, style = _TABLES[message.role], self._style
        blocks: list[Json] = []
        at = -1
        try:
            for part in message.parts:
                at += 1
                kind = type(part)
                if kind is CachePoint:
                    self._mark(blocks, part)  # type: ignore[arg-type]
                    continue
                block = table[kind](part, style)
                if block is not None:
                    blocks.append(block)
        except PlacedError as error:
            raise error.inside(f"messages.{number}.parts.{at}") from None
        return blocks

    def _append(self, role: str, message: Message, blocks: list[Json]) -> None:
        written: Json = {"role": role, "content": _content(message, blocks, role)}
        self._messages.append(written | message.extra if message.extra else written)
        self._of_tools = False

    def _write_results(self, message: Message, blocks: list[Json]) -> None:
        """Results of one turn share a user message; the first opens it."""
        if not blocks:
            return
        last = self._messages[-1] if self._of_tools else {}
        # Two values of one field have no place in one message.
        if self._of_tools and all(last.get(name, value) == value for name, value in message.extra.items()):
            last["content"] += blocks
            last |= message.extra
        else:
            self._messages.append({"role": "user", "content": blocks, **message.extra})
            self._of_tools = True

    def _tell_system(self, message: Message, blocks: list[Json]) -> None:
        if not blocks:
            return
        if not self._waiting:
            self._open = open_calls(self._messages)
        role = "system" if self._hears_system else "user"
        self._waiting.append({"role": role, "content": _content(message, blocks, role), **message.extra})

    def _is_answering(self) -> bool:
        """Whether calls wait for their results here."""
        return bool(self._waiting or open_calls(self._messages))

    def _settle(self, role: str, blocks: list[Json]) -> None:
        """What waits for the results of a turn goes in front of anything that is no result."""
        if role == "system":
            return
        answered = results_in(blocks)
        if role == "assistant" or not answered or calls_in(blocks):
            self._put_waiting()
        self._open -= answered

    def _put_waiting(self) -> None:
        if self._waiting:
            self._messages += self._waiting
            self._waiting = []
            self._open = set()
            self._of_tools = False

    def _mark(self, blocks: list[Json], point: CachePoint) -> None:
        """Put a cache point on the nearest block before it that can stand it, across messages."""
        if mark_last(blocks, point):
            return
        if self._mark_in(self._waiting, point) is not None:
            return
        marked = self._mark_in(self._messages, point)
        self.reached = min(self.reached, -1 if marked is None else marked)
        if marked is not None:
            return
        if isinstance(self.system, str):
            self.system = [{"type": "text", "text": self.system}]
        if not self.system or not mark_last(self.system, point):
            raise CachePointError(NOTHING_BEFORE)

    @staticmethod
    def _mark_in(messages: list[Json], point: CachePoint) -> int | None:
        """Put it in the last message that can stand it, and say in which; that message becomes another object."""
        for at in range(len(messages) - 1, -1, -1):
            held = messages[at]["content"]
            content = [{"type": "text", "text": held}] if isinstance(held, str) else [*held]
            if mark_last(content, point):
                messages[at] = {**messages[at], "content": content}
                return at
        return None


def _content(message: Message, blocks: list[Json], role: str) -> str | list[Json]:
    """The blocks, or the one text that was stored bare; a system message that is told as the user's is a block."""
    is_bare = message.bare and len(blocks) == 1 and blocks[0].keys() == {"type", "text"}
    return blocks[0]["text"] if is_bare and (role == "system" or message.role != "system") else blocks
