"""What the ledger reads: the seals of the request at hand, and the points of past conversations."""

from collections.abc import Iterable, Sequence

from sendable.prefix.nodes import new_nodes
from sendable.prefix.rolling import Point
from sendable.prefix.stores import Entry, MemoryStore

_POINTS = 20_000


class PassingStore(MemoryStore):
    """A store whose entries come from the signatures of one request at a time, so that they take no room.

    The points of conversations are kept, as many as there is room for; without them the first message that differs is
    not named.
    """

    def __init__(self) -> None:
        super().__init__(largest=_POINTS)
        self._held: dict[bytes, Entry] = {}

    def hold(self, entries: dict[bytes, Entry]) -> None:
        """From now on these are the entries, and no others."""
        self._held = entries

    def entries(self, signatures: Iterable[bytes]) -> dict[bytes, Entry]:
        """The entries of those signatures that are held."""
        return {name: self._held[name] for name in signatures if name in self._held}

    def remember(self, points: Sequence[Point]) -> None:
        """Keep the points of a conversation, from the last back to the first that is known already."""
        self.put({}, new_nodes(self, points))
