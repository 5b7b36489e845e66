"""A store in one SQLite file, for several processes.

All that is kept stands in one table in the order in which it was put: a change is one statement, and adds to the
end of the table. Only the index over the names is written in many places.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from sqlite3 import Connection
from time import time

from sendable.prefix.stores.faults import WAIT
from sendable.prefix.stores.named import Kinds, NamedStore
from sendable.prefix.stores.sqlite_file import SqliteFile
from sendable.prefix.stores.sqlite_older import take_over
from sendable.prefix.stores.store import KEPT, LARGEST, ROOM, Entry, Found, Node

VERSION = 2
BATCH = 256
TIDY_EVERY = 256

# A node's value is the name of the one before it.
_KINDS = Kinds(b"e", b"n", b"s")

# `through` is how many bytes of states were ever put up to here.
_TABLE = """
CREATE TABLE kept (
    id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, value BLOB NOT NULL, put REAL NOT NULL, through INTEGER NOT NULL
)
"""
_PUT = """
INSERT OR REPLACE INTO kept (name, value, put, through) SELECT column1, column2, ?, column3 + last.through
FROM (SELECT max(id), coalesce(through, 0) AS through FROM kept) AS last CROSS JOIN (VALUES {})
"""
_PARENTS = """
WITH RECURSIVE way (value, step) AS (
    SELECT value, 0 FROM kept WHERE name = ?
    UNION ALL
    SELECT kept.value, step + 1 FROM kept JOIN way ON kept.name = way.value WHERE step < ?
)
SELECT value FROM way ORDER BY step
"""
_FIRST_TO_STAY = """
SELECT kept.id FROM kept, (SELECT max(id) AS id, through FROM kept) AS last
WHERE kept.put >= ? AND kept.id > last.id - ? AND kept.through - length(kept.value) >= last.through - ?
ORDER BY kept.id LIMIT 1
"""

# Questions are for a multiple of so many names, so that few statements are ever made.
_COLUMNS = 8

_Row = tuple[bytes, bytes]


class SqliteStore(NamedStore):
    """Entries, nodes and states in one table. Each change is one transaction: a crash loses it whole, or nothing.

    Args:
        path: the file; it is made if it is not there, and again if it is taken away; an older version is renewed.
        kept: seconds after which an entry that was not put again is forgotten.
        largest: how many entries, nodes and states are kept at most, on average: all together, three times as many.
        room: how many bytes of states are kept at most.
        now: the clock.
        wait: seconds that a call waits for a lock.

    Raises:
        LedgerError: the file cannot be opened, is no ledger, or of a newer version.
    """

    def __init__(
        self,
        path: str | Path,
        kept: float = KEPT,
        largest: int = LARGEST,
        room: int = ROOM,
        *,
        now: Callable[[], float] = time,
        wait: float = WAIT,
    ) -> None:
        self._kept = kept
        self._largest = largest
        self._room = room
        self._now = now
        self._puts = 0
        self._file = SqliteFile(path, _make, VERSION, wait)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def parents(self, point: bytes, depth: int) -> list[bytes]:
        """The points on the way from the root to this one, the root first; shorter where some are forgotten."""
        rows = self._file.asked(_PARENTS, (_KINDS.node + point, depth - 1)) if depth else []
        return [*(name[1:] for (name,) in reversed(rows)), point]

    def put(self, entries: dict[bytes, Entry], nodes: list[Node], states: dict[bytes, bytes] | None = None) -> None:
        """Keep these in one transaction, states in the place of those before; now and then forget the oldest."""
        links = {node.point: _KINDS.node + node.parent for node in nodes}
        rows = [*_KINDS.values(entries, links, states or {}).items()]
        if not rows:
            return
        now = self._now()
        self._puts += 1
        tidies = self._puts % TIDY_EVERY == 1
        puts = [_put(rows[at : at + BATCH], now) for at in range(0, len(rows), BATCH)]
        if len(puts) == 1 and not tidies:
            self._file.asked(*puts[0])
            return
        with self._file.writing() as base:
            for statement, values in puts:
                base.execute(statement, values)
            if tidies:
                self._tidy(base, now)

    def look(
        self, signatures: Iterable[bytes] = (), points: Iterable[bytes] = (), names: Iterable[bytes] = ()
    ) -> Found:
        """Entries, points and states with one question."""
        return _KINDS.found(self._values(_KINDS.names(signatures, points, names)))

    def _values(self, names: Sequence[bytes]) -> list[_Row]:
        """Those of some names under which something is kept that is not too old, with it."""
        oldest = self._now() - self._kept
        found: list[_Row] = []
        for at in range(0, len(names), BATCH):
            some = names[at : at + BATCH]
            none = [None] * (-len(some) % _COLUMNS)
            [values] = self._file.asked(_question(len(some) + len(none)), (oldest, *some, *none))
            found += [(name, value) for name, value in zip(some, values, strict=False) if value is not None]
        return found

    def _tidy(self, base: Connection, now: float) -> None:
        """Forget what was put too long ago, and what was before the last so many, or before the last bytes of states.

        What was put again counts twice until the first one is that old: to count exactly takes as long as all is large.
        """
        limits = (now - self._kept, len(_KINDS) * self._largest, self._room)
        first = base.execute(_FIRST_TO_STAY, limits).fetchone()
        if first is None:
            base.execute("DELETE FROM kept")
        else:
            base.execute("DELETE FROM kept WHERE id < ?", first)


def _make(base: Connection, version: int) -> None:
    """Make the table, and take over what an older version kept."""
    base.execute(_TABLE)
    if version:
        take_over(base)


@cache
def _question(count: int) -> str:
    """The statement that asks for the values of so many names.

    It has one row: the interpreter goes to another thread and back for each step of a statement, which costs more than
    the step.
    """
    one = "(SELECT value FROM kept WHERE name = ?{} AND put >= ?1)"
    return "SELECT " + ",".join(one.format(at) for at in range(2, count + 2))


def _put(rows: Sequence[_Row], now: float) -> tuple[str, list[object]]:
    """The statement that puts some rows, and its values."""
    values: list[object] = [now]
    through = 0
    for name, value in rows:
        through += len(value) if name.startswith(_KINDS.state) else 0
        values += name, value, through
    return _PUT.format(",".join(["(?,?,?)"] * len(rows))), values
