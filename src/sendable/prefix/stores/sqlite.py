"""A store in one SQLite file, for several processes."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from time import time
from typing import Any

from sendable.prefix.stores.store import KEPT, LARGEST, Entry, Node

VERSION = 1
BATCH = 500
TIDY_EVERY = 256

_TABLES = """
CREATE TABLE IF NOT EXISTS entries (
    signature BLOB PRIMARY KEY, model TEXT NOT NULL, system BLOB NOT NULL, tools BLOB NOT NULL,
    loose_system BLOB NOT NULL, loose_tools BLOB NOT NULL, message BLOB NOT NULL, before BLOB NOT NULL,
    loose_before BLOB NOT NULL, depth INTEGER NOT NULL, previous BLOB, put REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS nodes (point BLOB PRIMARY KEY, parent BLOB NOT NULL, put REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS states (name BLOB PRIMARY KEY, value BLOB NOT NULL, put REAL NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS entries_put ON entries (put);
CREATE INDEX IF NOT EXISTS nodes_put ON nodes (put);
CREATE INDEX IF NOT EXISTS states_put ON states (put);
"""
_KEYS = {"entries": "signature", "nodes": "point", "states": "name"}
_PARENTS = """
WITH RECURSIVE way (point, parent, step) AS (
    SELECT point, parent, 0 FROM nodes WHERE point = ?
    UNION ALL
    SELECT nodes.point, nodes.parent, step + 1 FROM nodes JOIN way ON nodes.point = way.parent WHERE step < ?
)
SELECT parent FROM way ORDER BY step
"""


class SqliteStore:
    """Entries and nodes in two tables. Each `put` is one transaction, so a crash loses it whole or keeps it whole.

    Args:
        path: the file; it is made if it is not there.
        kept: seconds after which an entry that was not put again is forgotten.
        largest: how many entries, and how many nodes, are kept at most.
        now: the clock.

    Raises:
        sqlite3.Error: the file is no database, or of a newer version.
    """

    def __init__(
        self, path: str | Path, kept: float = KEPT, largest: int = LARGEST, now: Callable[[], float] = time
    ) -> None:
        self._kept = kept
        self._largest = largest
        self._now = now
        self._lock = Lock()
        self._puts = 0
        self._base = sqlite3.connect(path, timeout=30, isolation_level=None, check_same_thread=False)
        self._base.execute("PRAGMA journal_mode = WAL")
        self._base.execute("PRAGMA synchronous = NORMAL")
        version = self._base.execute("PRAGMA user_version").fetchone()[0]
        if version > VERSION:
            raise sqlite3.DatabaseError(f"a ledger of version {version}: this reads up to {VERSION}")
        self._base.executescript(_TABLES)
        self._base.execute(f"PRAGMA user_version = {VERSION}")

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def entries(self, signatures: Iterable[bytes]) -> dict[bytes, Entry]:
        """The entries of those signatures that are known and not too old."""
        rows = self._rows("SELECT * FROM entries WHERE put >= ? AND signature IN", signatures)
        return {row[0]: Entry(*row[1:11]) for row in rows}

    def _rows(self, question: str, keys: Iterable[bytes]) -> Iterator[Any]:
        """The rows of some keys that are not too old."""
        wanted = list(dict.fromkeys(keys))
        oldest = self._now() - self._kept
        for at in range(0, len(wanted), BATCH):
            some = wanted[at : at + BATCH]
            marks = ",".join("?" * len(some))
            with self._lock:
                rows = self._base.execute(f"{question} ({marks})", (oldest, *some)).fetchall()
            yield from rows

    def parents(self, point: bytes, depth: int) -> list[bytes]:
        """The points on the way from the root to this one, the root first; shorter where some are forgotten."""
        with self._lock:
            rows = self._base.execute(_PARENTS, (point, depth - 1)).fetchall() if depth else []
        return [*(row[0] for row in reversed(rows)), point]

    def knows(self, point: bytes) -> bool:
        """Whether a node of this point is kept."""
        with self._lock:
            return self._base.execute("SELECT 1 FROM nodes WHERE point = ?", (point,)).fetchone() is not None

    def put(self, entries: dict[bytes, Entry], nodes: list[Node]) -> None:
        """Keep these in one transaction; now and then forget what is too old or too much."""
        now = self._now()
        rows = [
            (name, *(getattr(entry, field) for field in Entry.__struct_fields__), now)
            for name, entry in entries.items()
        ]
        marks = ",".join("?" * 12)
        with self._lock, self._transaction():
            self._base.executemany(f"INSERT OR REPLACE INTO entries VALUES ({marks})", rows)
            self._base.executemany(
                "INSERT OR REPLACE INTO nodes VALUES (?, ?, ?)", [(node.point, node.parent, now) for node in nodes]
            )
            self._tidy_now_and_then(now)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._base.execute("COMMIT")
        except BaseException:
            self._base.execute("ROLLBACK")
            raise

    def states(self, names: Iterable[bytes]) -> dict[bytes, bytes]:
        """What was kept under these names last; nothing for those that are unknown or too old."""
        rows = self._rows("SELECT name, value FROM states WHERE put >= ? AND name IN", names)
        return {bytes(name): bytes(value) for name, value in rows}

    def keep_states(self, states: dict[bytes, bytes]) -> None:
        """Keep values under names, in the place of those before, in one transaction."""
        now = self._now()
        rows = [(name, value, now) for name, value in states.items()]
        with self._lock, self._transaction():
            self._base.executemany("INSERT OR REPLACE INTO states VALUES (?, ?, ?)", rows)
            self._tidy_now_and_then(now)

    def _tidy_now_and_then(self, now: float) -> None:
        if self._puts % TIDY_EVERY == 0:
            self._tidy(now)
        self._puts += 1

    def _tidy(self, now: float) -> None:
        for table, key in _KEYS.items():
            self._base.execute(f"DELETE FROM {table} WHERE put < ?", (now - self._kept,))
            (held,) = self._base.execute(f"SELECT count(*) FROM {table}").fetchone()
            if held > self._largest:
                self._base.execute(
                    f"DELETE FROM {table} WHERE {key} IN (SELECT {key} FROM {table} ORDER BY put LIMIT ?)",
                    (held - self._largest,),
                )
