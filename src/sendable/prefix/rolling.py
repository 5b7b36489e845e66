"""A digest for every point of a conversation, so that two prefixes are compared by sixteen bytes.

Each digest is made of the one before and of one message, so a longer conversation adds digests and changes none.
"""

from collections.abc import Sequence
from functools import reduce
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec

from sendable.prefix.canonical import (
    digest,
    exact_message,
    is_thinking,
    loose_digest,
    loose_message,
    signature_digest,
)
from sendable.prefix.recent import Recent
from sendable.wire.index import Index
from sendable.wire.read import Source
from sendable.wire.reread import read_sealed
from sendable.wire.seals import Seal, Seals, begins, sealed, shared

Json = dict[str, Any]

ROOT = bytes(16)
ALIKE = 16
"""How many conversations are remembered that begin with the same message."""

ROOM = 64 * 2**20
"""About how many bytes all that is remembered may take."""

LARGEST = 8 * 2**20
"""Bytes of a request that is kept sorted at most; what is larger is sorted anew, and does not fill the memory."""

_TOLD = 200
_POINT = 200
_SORTED = 4


class Point(msgspec.Struct, frozen=True, gc=False):
    """The conversation up to a message.

    Attributes:
        exact: digest of the messages in their exact form.
        loose: digest of their blocks in the loose form, with the roles; where messages split makes no difference.
        thinking: digest of what was signed in them, which the other two leave out.
        thoughts: how many thinking blocks they hold.
        placed: the same as `thinking`, and where each block stands.
    """

    exact: bytes
    loose: bytes
    thinking: bytes = ROOT
    thoughts: int = 0
    placed: bytes = ROOT


START = Point(ROOT, ROOT)


def after(point: Point, message: Json) -> Point:
    """The point behind one more message."""
    exact, loose = chained(point.exact, digest(exact_message(message))), _loose_after(point.loose, message)
    content = message.get("content")
    signed = (
        [(at, block) for at, block in enumerate(content) if is_thinking(block)] if isinstance(content, list) else []
    )
    if not signed:
        return Point(exact, loose, point.thinking, point.thoughts, point.placed)
    names = [signature_digest(block) for _, block in signed]
    places = (point.exact + at.to_bytes(4) + name for (at, _), name in zip(signed, names, strict=True))
    thinking, placed = reduce(chained, names, point.thinking), reduce(chained, places, point.placed)
    return Point(exact, loose, thinking, point.thoughts + len(signed), placed)


def chained(before: bytes, item: bytes) -> bytes:
    """The digest of what came before and of one more item."""
    return blake2b(before + item, digest_size=16).digest()


def _loose_after(loose: bytes, message: Json) -> bytes:
    held = loose_message(message)
    content = held.get("content")
    others = {name: value for name, value in held.items() if name != "content"}
    if not isinstance(content, list):
        return chained(loose, loose_digest(held))
    for block in content:
        loose = chained(loose, loose_digest([others, block]))
    return loose


class _Seen(NamedTuple):
    """A conversation.

    Attributes:
        seals: of its messages.
        points: in front of each of them, and behind the last.
        walked: of a request with them, or with the first of them; None where none was sealed before it was sorted.
    """

    seals: Seals
    points: list[Point]
    walked: Index | None

    @property
    def weight(self) -> int:
        """About how many bytes it takes."""
        size = 0 if self.walked is None else _size_of(self.walked)
        return len(self.points) * _POINT + size * _SORTED


class Rolling:
    """Finds the points of a conversation, and remembers the last conversations it saw.

    A conversation that grows is held against what it was the last time, stretch by stretch; only the new messages are
    digested and sorted. It is held by its seals, so that a message that its owner changes in place is seen to be
    another.

    Args:
        alike: how many are remembered that begin with the same message.
        room: about how many bytes all may take.
    """

    def __init__(self, alike: int = ALIKE, room: int = ROOM) -> None:
        self._seen: Recent[_Seen] = Recent(alike, room)

    def points(self, messages: Sequence[Json], seals: Seals | None = None, index: Index | None = None) -> list[Point]:
        """The points in front of each message and behind the last: one more than there are messages.

        Args:
            messages: the conversation.
            seals: what its messages are known by, where somebody knows that already.
            index: of a request with these messages, which were sealed before they were sorted.
        """
        seals = sealed(messages) if seals is None else seals
        known = self._like(messages)
        best, count = _most_alike(known, seals, messages)
        points = [START] if best is None else best.points[: count + 1]
        for message in messages[count:]:
            points.append(after(points[-1], message))
        whole = best is not None and count == best.seals.count
        kept = best.walked if index is None and best is not None else index
        seen = _Seen(seals, points, kept)
        self._seen.put(_beginning(messages), seen, seen.weight, instead_of=best if whole else None)
        return points

    def read(self, request: object) -> Source:
        """Read a request, which often goes on from the last one; the source knows the seals of its messages.

        Args:
            request: the body, in any form that `check` takes.

        Raises:
            UnreadableError: it is no request.
        """
        messages = request.get("messages") if isinstance(request, dict) else None
        known = self._like(messages) if isinstance(messages, list) else []
        if not isinstance(messages, list) or not known:
            return read_sealed(request)
        return read_sealed(request, sealed(messages, begins(messages, known[0].seals)))

    def index(self, source: Source) -> Index:
        """The index of a request; what stands in messages that were seen before is not looked at once more.

        Args:
            source: the request, as `read` gives it.
        """
        if source.seals is None:
            return Index(source)
        messages = source.request["messages"]
        best, count = _most_alike(self._like(messages), source.seals, messages)
        return Index(source) if best is None or best.walked is None else Index(source, best.walked, count)

    def points_in(self, index: Index) -> list[Point]:
        """The points of the messages of a request; found once for each index."""
        if index.former is not None:
            points = index.former.once(self.points_in)[: index.alike + 1]
            for message in index.messages[index.alike :]:
                points.append(after(points[-1], message.value))
            return points
        messages = [message.value for message in index.messages]
        seals = index.source.seals
        if seals is None or seals.count != len(messages):
            return self.points(messages)
        return self.points(messages, seals, index.bare() if _size_of(index) <= LARGEST else None)

    def _like(self, messages: Sequence[Json]) -> list[_Seen]:
        """The remembered conversations that begin with the same message, the last one first."""
        return self._seen.of(_beginning(messages))


def _size_of(index: Index) -> int:
    """Bytes of a request; of one that was edited, before that."""
    return index.source.size or index.source.size_before or 0


def _beginning(messages: Sequence[Any]) -> str | None:
    """The same for all conversations that begin with the same message, and cheap where that is large: how it ends."""
    message = messages[0] if messages else None
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, list) and content:
        content = content[-1].get("text") if isinstance(content[-1], dict) else None
    return content[-_TOLD:] if isinstance(content, str) else None


def _most_alike(known: Sequence[_Seen], seals: Seals, messages: Sequence[Json]) -> tuple[_Seen | None, int]:
    """Which conversation begins like this one, and for how many messages."""
    best: tuple[_Seen | None, int] = (None, 0)
    made: dict[int, list[Seal | None]] = {}
    for one in known:
        count = shared(one.seals, seals, messages, made)
        if count > best[1]:
            best = one, count
        if count in (one.seals.count, len(messages)):
            break
    return best
