"""A store that lives as long as its process."""

from collections.abc import Callable, Iterable, MutableMapping
from time import time
from typing import TypeVar

from sendable.prefix.stores.store import KEPT, LARGEST, Entry, Node

T = TypeVar("T")


class MemoryStore:
    """Entries and nodes in two dictionaries, the oldest first.

    Args:
        kept: seconds after which an entry that was not put again is forgotten.
        largest: how many entries, and how many nodes, are kept at most.
        now: the clock.
    """

    def __init__(self, kept: float = KEPT, largest: int = LARGEST, now: Callable[[], float] = time) -> None:
        self._kept = kept
        self._largest = largest
        self._now = now
        self._entries: dict[bytes, tuple[float, Entry]] = {}
        self._nodes: dict[bytes, tuple[float, bytes]] = {}
        self._states: dict[bytes, tuple[float, bytes]] = {}

    def entries(self, signatures: Iterable[bytes]) -> dict[bytes, Entry]:
        """The entries of those signatures that are known and not too old."""
        oldest = self._now() - self._kept
        found = ((name, self._entries.get(name)) for name in signatures)
        return {name: held[1] for name, held in found if held is not None and held[0] >= oldest}

    def parents(self, point: bytes, depth: int) -> list[bytes]:
        """The points on the way from the root to this one, the root first; shorter where some are forgotten."""
        found = [point]
        while len(found) <= depth and found[-1] in self._nodes:
            found.append(self._nodes[found[-1]][1])
        return found[::-1]

    def knows(self, point: bytes) -> bool:
        """Whether a node of this point is kept."""
        return point in self._nodes

    def put(self, entries: dict[bytes, Entry], nodes: list[Node]) -> None:
        """Keep these, and forget the oldest where there are too many."""
        now = self._now()
        for name, entry in entries.items():
            self._entries.pop(name, None)
            self._entries[name] = (now, entry)
        for node in nodes:
            self._nodes.pop(node.point, None)
            self._nodes[node.point] = (now, node.parent)
        _shorten(self._entries, self._largest, now - self._kept)
        _shorten(self._nodes, self._largest, now - self._kept)

    def states(self, names: Iterable[bytes]) -> dict[bytes, bytes]:
        """What was kept under these names last; nothing for those that are unknown or too old."""
        oldest = self._now() - self._kept
        found = ((name, self._states.get(name)) for name in names)
        return {name: held[1] for name, held in found if held is not None and held[0] >= oldest}

    def keep_states(self, states: dict[bytes, bytes]) -> None:
        """Keep values under names, in the place of those before."""
        now = self._now()
        for name, value in states.items():
            self._states.pop(name, None)
            self._states[name] = (now, value)
        _shorten(self._states, self._largest, now - self._kept)


def _shorten(held: MutableMapping[bytes, tuple[float, T]], most: int, old: float) -> None:
    """Drop from the front what is too old, and what is too much."""
    while held:
        name = next(iter(held))
        if len(held) <= most and held[name][0] >= old:
            return
        del held[name]
