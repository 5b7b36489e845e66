"""What stores have in common that keep values under names: a name says of which kind its value is."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import NamedTuple

from sendable.prefix.stores.packed import packed, unpacked
from sendable.prefix.stores.store import Entry, Found, Node


class Kinds(NamedTuple):
    """What the names of entries, of nodes and of states begin with; none begins as another does."""

    entry: bytes
    node: bytes
    state: bytes

    def names(self, signatures: Iterable[bytes], points: Iterable[bytes], names: Iterable[bytes]) -> list[bytes]:
        """The names under which entries, nodes and states stand."""
        return [kind + key for kind, keys in zip(self, (signatures, points, names), strict=True) for key in keys]

    def values(
        self, entries: dict[bytes, Entry], nodes: dict[bytes, bytes], states: dict[bytes, bytes]
    ) -> dict[bytes, bytes]:
        """What is kept of these, by its name, in this order.

        Args:
            entries, states: as for `Store.put`.
            nodes: what is kept of each node, by its point.
        """
        held = {self.entry + name: packed(entry) for name, entry in entries.items()}
        held |= {self.node + point: value for point, value in nodes.items()}
        return held | {self.state + name: value for name, value in states.items()}

    def found(self, held: Iterable[tuple[bytes, bytes]]) -> Found:
        """What was asked for, out of names with their values."""
        entries: dict[bytes, Entry] = {}
        known: set[bytes] = set()
        states: dict[bytes, bytes] = {}
        for name, value in held:
            if name.startswith(self.entry):
                entry = unpacked(value)
                entries |= {} if entry is None else {name.removeprefix(self.entry): entry}
            elif name.startswith(self.node):
                known.add(name.removeprefix(self.node))
            else:
                states[name.removeprefix(self.state)] = value
        return Found(entries, known, states)


class NamedStore(ABC):
    """A store that answers all questions in one way, and keeps all in one way."""

    @abstractmethod
    def look(
        self, signatures: Iterable[bytes] = (), points: Iterable[bytes] = (), names: Iterable[bytes] = ()
    ) -> Found:
        """Entries, points and states with one question."""

    @abstractmethod
    def put(self, entries: dict[bytes, Entry], nodes: list[Node], states: dict[bytes, bytes] | None = None) -> None:
        """Keep these in one transaction, states in the place of those before."""

    def entries(self, signatures: Iterable[bytes]) -> dict[bytes, Entry]:
        """The entries of those signatures that are known and not too old."""
        return self.look(signatures=signatures).entries

    def known(self, points: Iterable[bytes]) -> set[bytes]:
        """Those of some points of which a node is kept."""
        return self.look(points=points).known

    def states(self, names: Iterable[bytes]) -> dict[bytes, bytes]:
        """What was kept under these names last; nothing for those that are unknown or too old."""
        return self.look(names=names).states

    def keep_states(self, states: dict[bytes, bytes]) -> None:
        """Put states alone."""
        self.put({}, [], states)
