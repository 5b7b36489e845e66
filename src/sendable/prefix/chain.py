"""The chain of thinking blocks: which of a request are an unbroken run of what was made, and what breaks it.

Each block records the one before it, across turns. What is kept must be one unbroken run of the original sequence:
blocks may go from the start, from the end, or all; a block that was removed stays out, and putting it back breaks those
that were made while it was absent (documented in build-with-claude/preserved-thinking, 2026-10-10).
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Literal

import msgspec

from sendable.prefix.answers import answer_of
from sendable.prefix.thoughts import Thought, of_content, thoughts
from sendable.wire.read import read

Why = Literal["removed", "returned", "order"]


class Link(msgspec.Struct, frozen=True):
    """What is known of how a thinking block was made.

    Attributes:
        before: key of the block before it; "" when it was the first.
        count: how many stood before it.
    """

    before: str
    count: int


class Missing(msgspec.Struct, frozen=True):
    """A thinking block that a request leaves out.

    Attributes:
        step: number of the last request of the sequence that held it, from 0.
        path: where it stood there; in a response `content.0`.
        where: "start", "middle" or "end" of the run that is left.
    """

    step: int
    path: str
    where: str


class Break(msgspec.Struct, frozen=True):
    """A place where the chain of a request is broken.

    Attributes:
        at: number of the thinking block, among all of the request, from which on nothing holds.
        why: "removed": the one made before it is gone; "returned": more stand before it than when it was made;
            "order": the one made before it stands elsewhere.
    """

    at: int
    why: Why


class Chain(msgspec.Struct, frozen=True):
    """The thinking blocks of one request, by path.

    Attributes:
        run: those of the unbroken run at the start.
        broken: those from the first break on.
        returned: those that are back after a request that left them out.
        missing: those that were there and are left out.
        breaks: each place where the chain is broken.
    """

    run: tuple[str, ...]
    broken: tuple[str, ...]
    returned: tuple[str, ...]
    missing: tuple[Missing, ...]
    breaks: tuple[Break, ...]


class Links:
    """Remembers how the thinking blocks of a conversation were made, from the requests as they were sent."""

    def __init__(self) -> None:
        self._links: dict[str, Link] = {}
        self._seen: dict[str, tuple[int, str]] = {}
        self._last: list[str] = []
        self._end = 0
        self._step = -1

    def learn(self, messages: Sequence[Any], response: object = None) -> None:
        """Take in a request, and the response to it where that is known.

        Args:
            messages: its messages.
            response: in any form that `answer_of` takes. Without it the turn that the next request holds behind these
                messages stands for it.
        """
        answer = answer_of(response)
        held = answer["content"] if answer is not None else []
        answered = of_content(held, 0) if isinstance(held, list) else []
        self.learn_thoughts(thoughts(messages), len(messages), answered)

    def learn_thoughts(self, held: Sequence[Thought], end: int, answered: Sequence[Thought] = ()) -> None:
        """Take in the thinking of a request that has so many messages, and that of its response."""
        self._step += 1
        known = self._made(held)
        self._last = []
        self._end = end
        self._follow(known)
        self._follow(answered, answered=True)

    def _follow(self, held: Iterable[Thought], *, answered: bool = False) -> None:
        self.__dict__.pop("_places", None)
        for thought in held:
            if not thought.key:
                continue
            before = self._last[-1] if self._last else ""
            self._links.setdefault(thought.key, Link(before, len(self._last)))
            path = f"content.{thought.place[1]}" if answered else thought.path
            self._seen[thought.key] = self._step, path
            self._last.append(thought.key)

    def _made(self, held: Sequence[Thought]) -> Sequence[Thought]:
        """Note what the replayed answer to the request before was made under."""
        if self._step:
            before = self._last[-1] if self._last else ""
            count = len(self._last)
            for thought in held:
                if thought.place[0] >= self._end and thought.key and thought.key not in self._links:
                    self._links[thought.key] = Link(before, count)
                    before, count = thought.key, count + 1
        return held

    def breaks(self, held: Sequence[Thought], end: int | None = None) -> list[Break]:
        """Where the chain of a request is broken, in order.

        Args:
            held: its thinking blocks.
            end: index of the first message that is the answer to the last request taken in, or comes after it. An
                unknown block from there on counts as made behind the last known one; one before it was made elsewhere,
                and so were those that follow it.
        """
        end = self._end if end is None else end
        found: list[Break] = []
        before: str = ""
        elsewhere = False
        answered = False
        count = 0
        for at, thought in enumerate(held):
            if not thought.key:
                continue
            link = self._links.get(thought.key)
            if link is None:
                elsewhere = elsewhere or (thought.place[0] < end and not answered)
                if not elsewhere and not answered:
                    link = Link(self._last[-1] if self._last else "", len(self._last))
                answered = True
            why = None if link is None else self._why(link, thought.key, before, count)
            if why is not None:
                found.append(Break(at, why))
            before, count = thought.key, count + 1
        return found

    def _why(self, link: Link, key: str, before: str, count: int) -> Why | None:
        """Why a block does not hold where it stands; None when it does, or when it is the first."""
        if not before or (before == link.before and count <= link.count):
            return None
        places = self._places
        if key in places and places.get(before, -1) > places[key]:
            return "order"
        return "returned" if count > link.count else "removed"

    @cached_property
    def _places(self) -> dict[str, int]:
        """Where each block stood in the last request."""
        return {key: at for at, key in enumerate(self._last)}

    def of(self, held: Sequence[Thought]) -> Chain:
        """The chain of the next request."""
        found = self.breaks(held)
        first = found[0].at if found else len(held)
        here = {thought.key for thought in held}
        returned = [t.path for t in held if t.key in self._seen and t.key not in self._places]
        return Chain(
            tuple(thought.path for thought in held[:first]),
            tuple(thought.path for thought in held[first:]),
            tuple(returned),
            tuple(self._missing(here)),
            tuple(found),
        )

    def _missing(self, here: set[str]) -> Iterable[Missing]:
        kept = [at for at, key in enumerate(self._last) if key in here]
        for at, key in enumerate(self._last):
            if key not in here:
                step, path = self._seen[key]
                where = "start" if not kept or at < kept[0] else "end" if at > kept[-1] else "middle"
                yield Missing(step, path, where)


def chain(steps: Iterable[tuple[object, object]], request: object) -> Chain:
    """What holds of the thinking of a request, after the requests and responses that came before it.

    Args:
        steps: each request as it was sent with its response, or None where that is not known; in order.
        request: the request that is asked about.

    Raises:
        UnreadableError: one of them is no request.
    """
    links = Links()
    for sent, response in steps:
        links.learn(_messages(sent), response)
    return links.of(thoughts(_messages(request)))


def _messages(request: object) -> Sequence[Any]:
    held = read(request).request.get("messages")
    return held if isinstance(held, list) else []
