"""One SQLite file: used by one thread at a time, opened again where it was taken away, its faults told as one kind."""

import os
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from typing import Any

if sys.platform != "win32":
    from fcntl import LOCK_EX, LOCK_NB, flock

from sendable.errors import LedgerError
from sendable.prefix.stores.faults import WAIT, Faults

APPLICATION = int.from_bytes(b"sndb", "big")
"""Stands in the head of each file of ours, so that a database of somebody else is never touched."""

_REASONS = {
    "SQLITE_BUSY": "locked",
    "SQLITE_LOCKED": "locked",
    "SQLITE_FULL": "full",
    "SQLITE_READONLY": "read-only",
    "SQLITE_CANTOPEN": "gone",
    "SQLITE_PERM": "refused",
    "SQLITE_AUTH": "refused",
    "SQLITE_NOTADB": "damaged",
    "SQLITE_CORRUPT": "damaged",
}
_RETRY = 0.01
# After how many pages, 16 MB, the log is brought into the file: those that were written again meanwhile count once.
_LOG = 4000
_BESIDE = ("-wal", "-shm", "-journal")

# Connections of the process that this one was forked from: they are not its own to use, nor to close.
_INHERITED: list[sqlite3.Connection] = []

_IN_MEMORY = ("", ":memory:")


class SqliteFile:
    """A file, its connection, and a lock around it.

    Args:
        path: the file; it is made if it is not there.
        make: makes the tables of a new file, or of one of the older version that it is told; 0 for none.
        version: of the tables that it makes.
        wait: seconds to wait for a lock that another process holds, and for one that another thread holds.

    Raises:
        LedgerError: the file cannot be opened, is no ledger, or of a newer version.
    """

    def __init__(
        self, path: str | Path, make: Callable[[sqlite3.Connection, int], None], version: int, wait: float = WAIT
    ) -> None:
        self._path = os.fspath(path)
        self._in_memory = self._path in _IN_MEMORY
        self._make = make
        self._version = version
        self._wait = wait
        self._lock = Lock()
        self._pid = os.getpid()
        self._base: sqlite3.Connection | None = None
        self._place: tuple[int, int] | None = None
        self._closed = False
        self._faults = Faults((sqlite3.Error, OSError), _told, wait)
        with self.reading():
            pass

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The connection, for questions.

        Raises:
            LedgerError: the file cannot be used.
        """
        with self._faults.caught(), _Turn(self) as base:
            yield base

    def asked(self, statement: str, values: Sequence[object]) -> list[Any]:
        """The rows of one statement; one that changes something is a transaction of its own.

        Raises:
            LedgerError: the file cannot be used.
        """
        with self._faults.caught(), _Turn(self) as base:
            return base.execute(statement, values).fetchall()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """The connection in a transaction, which is kept whole, or not at all where anything fails.

        Raises:
            LedgerError: the file cannot be used.
        """
        with self.reading() as base, _transaction(base):
            yield base

    def close(self) -> None:
        """Close the file for good."""
        with self._faults.caught():
            lock = self.acquired()
            try:
                self._closed = True
                self._drop()
            finally:
                lock.release()

    def acquired(self) -> Lock:
        """The lock, which is to be released."""
        if self._pid != os.getpid():
            self._lock = Lock()  # a thread that was not forked may hold the old one
        lock = self._lock
        if not lock.acquire(timeout=self._wait):
            raise TimeoutError
        return lock

    def failed(self, fault: BaseException) -> None:
        """Leave a connection that a fault may have spoiled; the lock is held."""
        if self._base is not None and (self._base.in_transaction or _may_be_over(fault)):
            self._drop()

    def connection(self) -> sqlite3.Connection:
        """The connection, the lock being held; a new one in a forked process, and where the file is gone or another."""
        if self._closed:
            raise LedgerError("closed")
        place = self._place_now()
        if self._base is None or place is None or place != self._place or self._pid != os.getpid():
            self._drop()
            self._base = self._opened()
            self._place = self._place_now()
        return self._base

    def _place_now(self) -> tuple[int, int] | None:
        if self._in_memory:
            return 0, 0
        try:
            found = os.stat(self._path)  # noqa: PTH116 - each call asks, and making a path takes longer
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino

    def _drop(self) -> None:
        base, self._base = self._base, None
        if self._pid != os.getpid():
            self._pid = os.getpid()
            _INHERITED.extend([base] if base is not None else [])
        elif base is not None:
            with suppress(sqlite3.Error):
                base.close()

    def _opened(self) -> sqlite3.Connection:
        if not self._in_memory:
            _begin(Path(self._path).resolve(), self._wait)
        base = sqlite3.connect(self._path, timeout=self._wait, isolation_level=None, check_same_thread=False)
        try:
            base.execute("PRAGMA synchronous = NORMAL")
            base.execute(f"PRAGMA wal_autocheckpoint = {_LOG}")
            if self._version_of(base) < self._version:
                self._use_log(base)
                self._renew(base)
        except BaseException:
            base.close()
            raise
        return base

    def _version_of(self, base: sqlite3.Connection) -> int:
        """The version of what stands in the file; 0 for nothing.

        Raises:
            LedgerError: something of somebody else does.
        """
        (owner,) = base.execute("PRAGMA application_id").fetchone()
        (version,) = base.execute("PRAGMA user_version").fetchone()
        if owner == APPLICATION and version > self._version:
            raise LedgerError("newer", f"version {version}; this reads up to {self._version}")
        (tables,) = base.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if owner != APPLICATION and (owner or version or tables):
            raise LedgerError("damaged", "a database, but no ledger")
        return int(version)

    def _use_log(self, base: sqlite3.Connection) -> None:
        """Write ahead, so that readers never wait. The switch itself does not wait for others."""
        log = "PRAGMA journal_mode = WAL"
        _tried(lambda: base.execute(log), lambda fault: _name_of(fault) == "SQLITE_BUSY", self._wait)

    def _renew(self, base: sqlite3.Connection) -> None:
        with _transaction(base):
            version = self._version_of(base)
            if version < self._version:
                self._make(base, version)
                base.execute(f"PRAGMA application_id = {APPLICATION}")
                base.execute(f"PRAGMA user_version = {self._version}")


class _Turn:
    """The connection of a file while nobody else uses it."""

    __slots__ = ("_file", "_lock")

    def __init__(self, file: SqliteFile) -> None:
        self._file = file

    def __enter__(self) -> sqlite3.Connection:
        self._lock = self._file.acquired()
        try:
            return self._file.connection()
        except BaseException:
            self._lock.release()
            raise

    def __exit__(self, _: object, fault: BaseException | None, __: object) -> None:
        try:
            if fault is not None:
                self._file.failed(fault)
        finally:
            self._lock.release()


def _begin(path: Path, wait: float) -> None:
    """Make an empty file where there is none, and take away what a removed one left: it would be read as part of it.

    The file is its owner's alone, and so is what SQLite puts beside it: who shares it gives others the right.
    One process at a time, or it would take away what belongs to the file that another one just made.
    """
    if path.exists() or sys.platform == "win32":
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        _tried(lambda: flock(folder, LOCK_EX | LOCK_NB), lambda fault: isinstance(fault, BlockingIOError), wait)
        if not path.exists():
            for end in _BESIDE:
                path.with_name(path.name + end).unlink(missing_ok=True)
            path.touch(0o600)
    finally:
        os.close(folder)


def _tried(act: Callable[[], object], is_busy: Callable[[Exception], bool], wait: float) -> None:
    """Try something again while others are busy with it."""
    end = monotonic() + wait
    while True:
        try:
            act()
        except (sqlite3.Error, OSError) as fault:
            if not is_busy(fault) or monotonic() > end:
                raise
            sleep(_RETRY)
        else:
            return


@contextmanager
def _transaction(base: sqlite3.Connection) -> Iterator[None]:
    base.execute("BEGIN IMMEDIATE")
    try:
        yield
        base.execute("COMMIT")
    except BaseException:
        # A full disk ends the transaction by itself; one that cannot be ended costs the connection.
        with suppress(sqlite3.Error):
            base.execute("ROLLBACK")
        raise


def _may_be_over(fault: BaseException) -> bool:
    """Whether a fault may be one of the connection alone, so that a new one helps."""
    return isinstance(fault, sqlite3.Error) and _told(fault).reason not in ("locked", "full")


def _told(fault: Exception) -> LedgerError:
    if isinstance(fault, TimeoutError | BlockingIOError):
        return LedgerError("locked", type(fault).__name__)
    name = _name_of(fault)
    primary = "_".join(name.split("_")[:2])
    return LedgerError(_REASONS.get(primary, "gone" if isinstance(fault, OSError) else "failed"), name)


def _name_of(fault: Exception) -> str:
    return str(getattr(fault, "sqlite_errorname", type(fault).__name__))
