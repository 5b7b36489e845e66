"""What counts of a request that was sent, for what was thought in its answer."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sendable.prefix.frames import Frame, first_frame
from sendable.prefix.rolling import Point, Rolling
from sendable.wire.around import once_around
from sendable.wire.index import Index
from sendable.wire.read import Source

Json = dict[str, Any]


class Sent(NamedTuple):
    """A request that was sent.

    Attributes:
        request: the body.
        messages, backwards: its messages from the first one on, and from the last one back.
        points: in front of each of them, and behind the last.
        read: the request as it was read, and sorted if that was done already.
        frame: what stands in front of them all, where that was found already.
    """

    request: Json
    messages: Iterable[Json]
    backwards: Iterable[Json]
    points: Sequence[Point]
    read: Source | Index
    frame: Frame | None = None


def sent_of(request: object, rolling: Rolling) -> Sent:
    """What counts of a request; what is no message among its messages is left aside.

    Args:
        request: the body, in any form that `check` takes.
        rolling: remembers the points of conversations.

    Raises:
        UnreadableError: it is no request.
    """
    if isinstance(request, Index):
        messages = (message.value for message in request.messages)
        backwards = (message.value for message in reversed(request.messages))
        points = request.once(rolling.points_in)
        return Sent(request.request, messages, backwards, points, request, once_around(request, first_frame))
    source = rolling.read(request)
    listed = source.request.get("messages")
    held = [one for one in listed if isinstance(one, dict)] if isinstance(listed, (list, tuple)) else []
    seals = source.seals if source.seals is not None and source.seals.count == len(held) else None
    return Sent(source.request, held, reversed(held), rolling.points(held, seals), source)
