"""A digest for every point of a conversation, so that two prefixes are compared by sixteen bytes.

Each digest is made of the one before and of one message, so a longer conversation adds digests and changes none.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from sendable.prefix.canonical import digest, exact_message, loose_message
from sendable.wire.index import Index

Json = dict[str, Any]

ROOT = bytes(16)
REMEMBERED = 16


class Point(msgspec.Struct, frozen=True, gc=False):
    """The conversation up to a message.

    Attributes:
        exact: digest of the messages in their exact form.
        loose: digest of their blocks in the loose form, with the roles; where messages split makes no difference.
    """

    exact: bytes
    loose: bytes


START = Point(ROOT, ROOT)


def after(point: Point, message: Json) -> Point:
    """The point behind one more message."""
    return Point(chained(point.exact, digest(exact_message(message))), _loose_after(point.loose, message))


def chained(before: bytes, item: bytes) -> bytes:
    """The digest of what came before and of one more item."""
    return blake2b(before + item, digest_size=16).digest()


def _loose_after(loose: bytes, message: Json) -> bytes:
    held = loose_message(message)
    content = held.get("content")
    others = {name: value for name, value in held.items() if name != "content"}
    if not isinstance(content, list):
        return chained(loose, digest(held))
    for block in content:
        loose = chained(loose, digest([others, block]))
    return loose


class Rolling:
    """Finds the points of a conversation, and remembers the last few conversations it saw.

    A conversation that grows is compared with what it was the last time, message by message; only the new messages are
    digested. It keeps copies, so that a message that its owner changes in place is seen to be another.
    """

    def __init__(self, remembered: int = REMEMBERED) -> None:
        self._remembered = remembered
        self._seen: list[tuple[list[Json], list[Point]]] = []

    def points(self, messages: Sequence[Json]) -> list[Point]:
        """The points in front of each message and behind the last: one more than there are messages."""
        at, shared = self._most_alike(messages)
        points = self._seen[at][1][: shared + 1] if shared else [START]
        for message in messages[shared:]:
            points.append(after(points[-1], message))
        kept = self._seen[at][0][:shared] if shared else []
        kept += [copied(message) for message in messages[shared:]]
        if shared and shared == len(self._seen[at][0]):
            del self._seen[at]
        self._seen.append((kept, points))
        del self._seen[: -self._remembered]
        return points

    def points_in(self, index: Index) -> list[Point]:
        """The points of the messages of a request; found once for each index."""
        return self.points([message.value for message in index.messages])

    def _most_alike(self, messages: Sequence[Json]) -> tuple[int, int]:
        """Which remembered conversation begins like this one, and for how many messages."""
        best = (0, 0)
        for at in range(len(self._seen) - 1, -1, -1):
            shared = _shared(self._seen[at][0], messages)
            if shared > best[1]:
                best = (at, shared)
            if shared == len(self._seen[at][0]) or shared == len(messages):
                break
        return best


def copied(value: Any) -> Any:
    """A JSON value whose objects and arrays are its own."""
    if value.__class__ is dict:
        return {name: copied(held) if held.__class__ in _HOLDERS else held for name, held in value.items()}
    if value.__class__ is list:
        return [copied(held) if held.__class__ in _HOLDERS else held for held in value]
    return value


_HOLDERS = (dict, list)


def _shared(old: list[Json], new: Sequence[Json]) -> int:
    """How many messages two conversations have in common at their beginning."""
    shortest = min(len(old), len(new))
    if old[:shortest] == list(new[:shortest]):
        return shortest
    return next(at for at in range(shortest) if old[at] != new[at])
