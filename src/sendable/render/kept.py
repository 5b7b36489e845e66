"""Renderings that are kept from turn to turn, so that a conversation that grew is rendered from where it grew on.

What a caller was given is looked at again before it is given once more: messages that somebody changed in place are
rendered anew, and so are those of the conversation. Only seals are kept of the conversation, and of the request the
messages themselves.
"""

from collections.abc import Mapping
from itertools import islice
from typing import Any, NamedTuple

from sendable.conversation import Conversation, Lost, Message
from sendable.render.left_out import left_out_of_messages, left_out_of_tools
from sendable.render.messages import Writer
from sendable.render.render import Rendering
from sendable.render.style import Style
from sendable.targets import Target
from sendable.wire.seals import NO_SEALS, Seal, Seals, begins, first, sealed, shared

Json = dict[str, Any]

REMEMBERED = 16


class Rendered(NamedTuple):
    """A request, what it does not hold of the conversation, and the seals of its messages."""

    request: Json
    lost: list[Lost]
    seals: Seals


class _Kept(NamedTuple):
    """A rendering.

    Attributes:
        form: what else its messages depend on.
        said: seals of the messages of the conversation.
        messages: those of the request.
        written: the seals of these, as they were when they were given out.
        ends: how many messages there were behind each message of the conversation, and before the first; -1 where a
            longer conversation cannot be gone on with.
        lost: what was left out, with the number of its message.
    """

    form: tuple[bool, Style, int]
    said: Seals
    messages: list[Json]
    written: Seals
    ends: list[int]
    lost: list[tuple[int, Lost]]


class _Start(NamedTuple):
    """Where to go on: behind so many messages of the conversation, with what was written for them."""

    at: int
    messages: list[Json]
    written: Seals
    ends: list[int]
    lost: list[tuple[int, Lost]]


class Renderings:
    """Remembers the last few renderings."""

    def __init__(self) -> None:
        self._kept: list[_Kept] = []

    def render(
        self, conversation: Conversation, target: Target | None, fields: Mapping[str, Any] | None, style: Style
    ) -> Rendered:
        """As `render`, with what `left_out` tells.

        Raises:
            SendableError: as `render` does.
        """
        rendering = Rendering(conversation, target, fields, style)
        form = rendering.hears_system, style, rendering.leading
        said = self._sealed(conversation.messages)
        former, count = self._most_alike(form, said, conversation)
        start = _Start(rendering.leading, [], NO_SEALS, [0], []) if former is None else _start_in(former, count)
        writer = rendering.writer()
        writer.resume([*start.messages])
        ends = _written(writer, conversation, start)
        new = left_out_of_messages(conversation, form[0], style, start.at if start.messages else 0)
        lost = [*start.lost, *new]
        request = rendering.request(writer)
        messages = request["messages"]
        written = sealed(messages, first(start.written, writer.reached))
        if writer.reached >= 0:
            self._keep(_Kept(form, said, [*messages], written, ends, lost), former, count)
        return Rendered(request, [*left_out_of_tools(conversation), *(one for _, one in lost)], written)

    def _sealed(self, messages: list[Message]) -> Seals:
        """The seals of a conversation, which often goes on from the last one."""
        return sealed(messages, begins(messages, self._kept[-1].said) if self._kept else NO_SEALS)

    def _most_alike(
        self, form: tuple[bool, Style, int], said: Seals, conversation: Conversation
    ) -> tuple[_Kept | None, int]:
        """Which kept conversation begins like this one, and for how many messages."""
        best: tuple[_Kept | None, int] = None, 0
        made: dict[int, list[Seal | None]] = {}
        for one in reversed(self._kept):
            count = shared(one.said, said, conversation.messages, made) if one.form == form else 0
            if count > best[1]:
                best = one, count
            if count and count in (one.said.count, said.count):
                break
        return best

    def _keep(self, kept: _Kept, former: _Kept | None, count: int) -> None:
        """Keep a rendering, in place of the one that it goes on from."""
        grown = former is not None and count == former.said.count
        others = [one for one in self._kept if one is not former] if grown else self._kept
        self._kept = [*others, kept][-REMEMBERED:]


def _start_in(kept: _Kept, count: int) -> _Start:
    """The last place up to which conversation and messages are what they were."""
    held = begins(kept.messages, kept.written)
    leading = kept.form[2]
    at = count
    while at > leading and not 0 <= kept.ends[at - leading] <= held.count:
        at -= 1
    at = max(at, leading)
    end = kept.ends[at - leading]
    lost = [one for one in kept.lost if one[0] < at] if end else []
    return _Start(at, kept.messages[:end], first(held, end), kept.ends[: at - leading + 1], lost)


def _written(writer: Writer, conversation: Conversation, start: _Start) -> list[int]:
    """Write the messages from a place on, and say how many there are behind each message of the conversation."""
    ends = start.ends
    for at, message in enumerate(islice(conversation.messages, start.at, None), start.at):
        reached = writer.reached
        writer.write(message, at)
        if writer.reached < reached:
            ends = [end if end <= writer.reached else -1 for end in ends]
        ends.append(writer.settled)
    return ends
