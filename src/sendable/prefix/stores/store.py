"""What a store holds, and what it must be able to do."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol

import msgspec

DAY = 24 * 60 * 60
KEPT = 30 * DAY
LARGEST = 1_000_000
ROOM = 256 * 1024 * 1024


class Entry(msgspec.Struct, frozen=True, gc=False):
    """What a thinking block was made under; all but the model are digests.

    Attributes:
        model: the model that made it, by its public name.
        system, tools, loose_system, loose_tools: what stood in front of all messages.
        message: the exact point in front of its message.
        before, loose_before: the points in front of the block itself.
        depth: how many messages stood in front of its message.
        previous: the thinking block before it; None for the first of its conversation.
    """

    model: str
    system: bytes
    tools: bytes
    loose_system: bytes
    loose_tools: bytes
    message: bytes
    before: bytes
    loose_before: bytes
    depth: int
    previous: bytes | None


class Node(msgspec.Struct, frozen=True, gc=False):
    """A point of a conversation, and the point one message before it."""

    point: bytes
    parent: bytes


class Found(NamedTuple):
    """What is known of all that was asked for: the entries, the points of which a node is kept, the states."""

    entries: dict[bytes, Entry]
    known: set[bytes]
    states: dict[bytes, bytes]


class Store(Protocol):
    """A place for entries, nodes and states, bounded in number and in age.

    Whatever fails in it is told as `LedgerError`, and leaves it as it was.
    """

    def entries(self, signatures: Iterable[bytes]) -> dict[bytes, Entry]:
        """The entries of those signatures that are known."""
        ...

    def parents(self, point: bytes, depth: int) -> list[bytes]:
        """The points on the way from the root to this one, the root first; shorter where some are forgotten."""
        ...

    def known(self, points: Iterable[bytes]) -> set[bytes]:
        """Those of some points of which a node is kept."""
        ...

    def put(self, entries: dict[bytes, Entry], nodes: list[Node], states: dict[bytes, bytes] | None = None) -> None:
        """Keep these, states in the place of those before; all of them or none, whatever happens in between."""
        ...

    def states(self, names: Iterable[bytes]) -> dict[bytes, bytes]:
        """What was kept under these names last; nothing for those that are unknown or too old."""
        ...

    def look(
        self, signatures: Iterable[bytes] = (), points: Iterable[bytes] = (), names: Iterable[bytes] = ()
    ) -> Found:
        """Entries, points and states with one question."""
        ...

    def keep_states(self, states: dict[bytes, bytes]) -> None:
        """Put states alone."""
        ...
