"""A store that lives as long as its process."""

from collections.abc import Callable, Iterable, Mapping
from threading import Lock
from time import time
from typing import Any, TypeVar

from sendable.prefix.stores.store import KEPT, LARGEST, ROOM, Entry, Found, Node

T = TypeVar("T")


class MemoryStore:
    """Entries, nodes and states in three dictionaries, the oldest first.

    Args:
        kept: seconds after which an entry that was not put again is forgotten.
        largest: how many entries, how many nodes, and how many states are kept at most.
        room: how many bytes of states are kept at most.
        now: the clock.
    """

    def __init__(
        self, kept: float = KEPT, largest: int = LARGEST, room: int = ROOM, *, now: Callable[[], float] = time
    ) -> None:
        self._kept = kept
        self._largest = largest
        self._room = room
        self._now = now
        self._lock = Lock()
        self._entries: dict[bytes, tuple[float, Entry]] = {}
        self._nodes: dict[bytes, tuple[float, bytes]] = {}
        self._states: dict[bytes, tuple[float, bytes]] = {}
        self._taken = 0

    def entries(self, signatures: Iterable[bytes]) -> dict[bytes, Entry]:
        """The entries of those signatures that are known and not too old."""
        return _young(self._entries, signatures, self._now() - self._kept)

    def parents(self, point: bytes, depth: int) -> list[bytes]:
        """The points on the way from the root to this one, the root first; shorter where some are forgotten."""
        found = [point]
        while len(found) <= depth and (held := self._nodes.get(found[-1])) is not None:
            found.append(held[1])
        return found[::-1]

    def known(self, points: Iterable[bytes]) -> set[bytes]:
        """Those of some points of which a node is kept."""
        return set(_young(self._nodes, points, self._now() - self._kept))

    def put(self, entries: dict[bytes, Entry], nodes: list[Node], states: dict[bytes, bytes] | None = None) -> None:
        """Keep these, states in the place of those before; forget the oldest where there are too many, or no room."""
        now = self._now()
        with self._lock:
            for name, entry in entries.items():
                self._entries.pop(name, None)
                self._entries[name] = (now, entry)
            for node in nodes:
                self._nodes.pop(node.point, None)
                self._nodes[node.point] = (now, node.parent)
            while _is_over(self._entries, self._largest, now - self._kept):
                del self._entries[next(iter(self._entries))]
            while _is_over(self._nodes, self._largest, now - self._kept):
                del self._nodes[next(iter(self._nodes))]
            self._put_states(states or {}, now)

    def states(self, names: Iterable[bytes]) -> dict[bytes, bytes]:
        """What was kept under these names last; nothing for those that are unknown or too old."""
        return _young(self._states, names, self._now() - self._kept)

    def look(
        self, signatures: Iterable[bytes] = (), points: Iterable[bytes] = (), names: Iterable[bytes] = ()
    ) -> Found:
        """Entries, points and states."""
        return Found(self.entries(signatures), self.known(points), self.states(names))

    def keep_states(self, states: dict[bytes, bytes]) -> None:
        """Put states alone."""
        self.put({}, [], states)

    def _put_states(self, states: dict[bytes, bytes], now: float) -> None:
        for name, value in states.items():
            self._forget_state(name)
            self._states[name] = (now, value)
            self._taken += len(value)
        while self._taken > self._room or _is_over(self._states, self._largest, now - self._kept):
            self._forget_state(next(iter(self._states)))

    def _forget_state(self, name: bytes) -> None:
        held = self._states.pop(name, None)
        self._taken -= len(held[1]) if held is not None else 0


def _young(held: dict[bytes, tuple[float, T]], names: Iterable[bytes], oldest: float) -> dict[bytes, T]:
    found = ((name, held.get(name)) for name in names)
    return {name: one[1] for name, one in found if one is not None and one[0] >= oldest}


def _is_over(held: Mapping[bytes, tuple[float, Any]], most: int, oldest: float) -> bool:
    """Whether there are too many, or the first is too old."""
    return bool(held) and (len(held) > most or held[next(iter(held))][0] < oldest)
