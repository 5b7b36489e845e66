"""All that one settled request leaves in a ledger, kept at once."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import copy

from sendable.prefix.ledger import Ledger
from sendable.prefix.stores import Entry, Node, Store
from sendable.prefix.stores.store import Found


@contextmanager
def together(ledger: Ledger) -> Iterator[Ledger]:
    """A ledger for what belongs together: it is kept in one change at the end, or not at all where anything fails.

    Args:
        ledger: answers questions, as it stands at the beginning, and keeps.

    Raises:
        LedgerError: the ledger fails.
    """
    gathered = _Gathered(ledger.store)
    inner = copy(ledger)
    inner.store = gathered
    yield inner
    gathered.keep()


class _Gathered:
    """A store that puts off what it is given."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._entries: dict[bytes, Entry] = {}
        self._nodes: list[Node] = []
        self._states: dict[bytes, bytes] = {}

    def entries(self, signatures: Iterable[bytes]) -> dict[bytes, Entry]:
        return self._store.entries(signatures)

    def parents(self, point: bytes, depth: int) -> list[bytes]:
        return self._store.parents(point, depth)

    def known(self, points: Iterable[bytes]) -> set[bytes]:
        return self._store.known(points)

    def states(self, names: Iterable[bytes]) -> dict[bytes, bytes]:
        return self._store.states(names)

    def look(
        self, signatures: Iterable[bytes] = (), points: Iterable[bytes] = (), names: Iterable[bytes] = ()
    ) -> Found:
        return self._store.look(signatures, points, names)

    def put(self, entries: dict[bytes, Entry], nodes: list[Node], states: dict[bytes, bytes] | None = None) -> None:
        self._entries |= entries
        self._nodes += nodes
        self._states |= states or {}

    def keep_states(self, states: dict[bytes, bytes]) -> None:
        self._states |= states

    def keep(self) -> None:
        if self._entries or self._nodes or self._states:
            self._store.put(self._entries, self._nodes, self._states)
