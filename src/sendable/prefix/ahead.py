"""Asks a store once for all that a request is likely to need: each question costs a trip, or a change of threads."""

from collections.abc import Callable, Iterable
from copy import copy

from sendable.prefix.canonical import signature_digest
from sendable.prefix.ledger import Ledger
from sendable.prefix.nodes import NEAR
from sendable.prefix.stores import Entry, Node, Store
from sendable.prefix.stores.store import Found
from sendable.wire.index import Index
from sendable.wire.kinds import THINKING

_Likely = tuple[list[bytes], list[bytes]]


def ahead(ledger: Ledger, index: Index) -> Ledger:
    """A ledger for one request. What its store answered once is not asked again, so it is as old as the request.

    Args:
        ledger: answers, and keeps.
        index: the request.
    """

    def likely() -> _Likely:
        """What a turn adds: the thinking of its last messages, and the points behind them."""
        blocks = (block for message in index.messages[-NEAR:] for block in message.blocks)
        signatures = [signature_digest(block.value) for block in blocks if block.kind in THINKING]
        return signatures, [point.exact for point in index.once(ledger.rolling.points_in)[1:][-NEAR:]]

    inner = copy(ledger)
    inner.store = _Ahead(ledger.store, likely)
    return inner


class _Ahead:
    """A store whose first question takes along what is likely to be asked later."""

    def __init__(self, store: Store, likely: Callable[[], _Likely]) -> None:
        self._store = store
        self._likely: Callable[[], _Likely] | None = likely
        self._entries: dict[bytes, Entry | None] = {}
        self._known: dict[bytes, bool] = {}

    def entries(self, signatures: Iterable[bytes]) -> dict[bytes, Entry]:
        wanted = list(signatures)
        if any(one not in self._entries for one in wanted):
            self.look(signatures=wanted)
        return {one: entry for one in wanted if (entry := self._entries[one]) is not None}

    def parents(self, point: bytes, depth: int) -> list[bytes]:
        return self._store.parents(point, depth)

    def known(self, points: Iterable[bytes]) -> set[bytes]:
        wanted = list(points)
        if any(one not in self._known for one in wanted):
            self.look(points=wanted)
        return {one for one in wanted if self._known[one]}

    def states(self, names: Iterable[bytes]) -> dict[bytes, bytes]:
        return self.look(names=names).states

    def look(
        self, signatures: Iterable[bytes] = (), points: Iterable[bytes] = (), names: Iterable[bytes] = ()
    ) -> Found:
        likely, self._likely = self._likely, None
        more = ([], []) if likely is None else likely()
        wanted, ways = dict.fromkeys([*signatures, *more[0]]), dict.fromkeys([*points, *more[1]])
        found = self._store.look(wanted, ways, names)
        self._entries |= {one: found.entries.get(one) for one in wanted}
        self._known |= {one: one in found.known for one in ways}
        return found

    def put(self, entries: dict[bytes, Entry], nodes: list[Node], states: dict[bytes, bytes] | None = None) -> None:
        self._store.put(entries, nodes, states)

    def keep_states(self, states: dict[bytes, bytes]) -> None:
        self._store.keep_states(states)
