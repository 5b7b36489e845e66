"""A store in one SQLite file, for several processes."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from sqlite3 import Connection
from time import time
from typing import Any

from sendable.prefix.stores.faults import WAIT
from sendable.prefix.stores.sqlite_file import SqliteFile
from sendable.prefix.stores.store import KEPT, LARGEST, ROOM, Entry, Node

VERSION = 1
BATCH = 500
TIDY_EVERY = 256

_TABLES = [
    "CREATE TABLE entries (signature BLOB PRIMARY KEY, model TEXT NOT NULL, system BLOB NOT NULL, tools BLOB NOT NULL,"
    " loose_system BLOB NOT NULL, loose_tools BLOB NOT NULL, message BLOB NOT NULL, before BLOB NOT NULL,"
    " loose_before BLOB NOT NULL, depth INTEGER NOT NULL, previous BLOB, put REAL NOT NULL) WITHOUT ROWID",
    "CREATE TABLE nodes (point BLOB PRIMARY KEY, parent BLOB NOT NULL, put REAL NOT NULL) WITHOUT ROWID",
    "CREATE TABLE states (name BLOB PRIMARY KEY, value BLOB NOT NULL, size INTEGER NOT NULL, put REAL NOT NULL)",
    "CREATE INDEX entries_put ON entries (put)",
    "CREATE INDEX nodes_put ON nodes (put)",
    "CREATE INDEX states_put ON states (put, size)",
]
_KEYS = {"entries": "signature", "nodes": "point", "states": "name"}
_PARENTS = """
WITH RECURSIVE way (point, parent, step) AS (
    SELECT point, parent, 0 FROM nodes WHERE point = ?
    UNION ALL
    SELECT nodes.point, nodes.parent, step + 1 FROM nodes JOIN way ON nodes.point = way.parent WHERE step < ?
)
SELECT parent FROM way ORDER BY step
"""
_OVERFLOW = """
SELECT put FROM (SELECT put, sum(size) OVER (ORDER BY put DESC) AS held FROM states) WHERE held > ?
ORDER BY put DESC LIMIT 1
"""


class SqliteStore:
    """Entries, nodes and states in three tables. Each change is one transaction: a crash loses it whole, or nothing.

    Args:
        path: the file; it is made if it is not there, and again if it is taken away.
        kept: seconds after which an entry that was not put again is forgotten.
        largest: how many entries, how many nodes, and how many states are kept at most.
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
        self._file = SqliteFile(path, _TABLES, VERSION, wait)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def entries(self, signatures: Iterable[bytes]) -> dict[bytes, Entry]:
        """The entries of those signatures that are known and not too old."""
        rows = self._rows("SELECT * FROM entries WHERE put >= ? AND signature IN", signatures)
        return {row[0]: Entry(*row[1:11]) for row in rows}

    def parents(self, point: bytes, depth: int) -> list[bytes]:
        """The points on the way from the root to this one, the root first; shorter where some are forgotten."""
        if not depth:
            return [point]
        with self._file.reading() as base:
            rows = base.execute(_PARENTS, (point, depth - 1)).fetchall()
        return [*(row[0] for row in reversed(rows)), point]

    def known(self, points: Iterable[bytes]) -> set[bytes]:
        """Those of some points of which a node is kept."""
        return {row[0] for row in self._rows("SELECT point FROM nodes WHERE put >= ? AND point IN", points)}

    def put(self, entries: dict[bytes, Entry], nodes: list[Node]) -> None:
        """Keep these in one transaction; now and then forget what is too old or too much."""
        now = self._now()
        rows = [
            (name, *(getattr(entry, field) for field in Entry.__struct_fields__), now)
            for name, entry in entries.items()
        ]
        links = [(node.point, node.parent, now) for node in nodes]
        marks = ",".join("?" * 12)
        with self._file.writing() as base:
            base.executemany(f"INSERT OR REPLACE INTO entries VALUES ({marks})", rows)
            base.executemany("INSERT OR REPLACE INTO nodes VALUES (?, ?, ?)", links)
            self._tidy_now_and_then(base, now)

    def states(self, names: Iterable[bytes]) -> dict[bytes, bytes]:
        """What was kept under these names last; nothing for those that are unknown or too old."""
        rows = self._rows("SELECT name, value FROM states WHERE put >= ? AND name IN", names)
        return {bytes(name): bytes(value) for name, value in rows}

    def keep_states(self, states: dict[bytes, bytes]) -> None:
        """Keep values under names, in the place of those before, in one transaction."""
        now = self._now()
        rows = [(name, value, len(value), now) for name, value in states.items()]
        with self._file.writing() as base:
            base.executemany("INSERT OR REPLACE INTO states VALUES (?, ?, ?, ?)", rows)
            self._tidy_now_and_then(base, now)

    def _rows(self, question: str, keys: Iterable[bytes]) -> Iterator[Any]:
        """The rows of some keys that are not too old."""
        wanted = list(dict.fromkeys(keys))
        oldest = self._now() - self._kept
        for at in range(0, len(wanted), BATCH):
            some = wanted[at : at + BATCH]
            marks = ",".join("?" * len(some))
            with self._file.reading() as base:
                rows = base.execute(f"{question} ({marks})", (oldest, *some)).fetchall()
            yield from rows

    def _tidy_now_and_then(self, base: Connection, now: float) -> None:
        self._puts += 1
        if self._puts % TIDY_EVERY != 1:
            return
        for table, key in _KEYS.items():
            base.execute(f"DELETE FROM {table} WHERE put < ?", (now - self._kept,))
            (held,) = base.execute(f"SELECT count(*) FROM {table}").fetchone()
            if held > self._largest:
                base.execute(
                    f"DELETE FROM {table} WHERE {key} IN (SELECT {key} FROM {table} ORDER BY put LIMIT ?)",
                    (held - self._largest,),
                )
        first = base.execute(_OVERFLOW, (self._room,)).fetchone()
        if first is not None:
            base.execute("DELETE FROM states WHERE put <= ?", first)
