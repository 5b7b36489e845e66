import sqlite3
from pathlib import Path

import pytest

from sendable.errors import LedgerError
from sendable.prefix.stores import Entry, SqliteStore
from sendable.prefix.stores.sqlite_file import APPLICATION
from tests.prefix.stores.test_sqlite_file import is_whole

# As the first version made it.
FIRST = [
    "CREATE TABLE entries (signature BLOB PRIMARY KEY, model TEXT NOT NULL, system BLOB NOT NULL, tools BLOB NOT NULL,"
    " loose_system BLOB NOT NULL, loose_tools BLOB NOT NULL, message BLOB NOT NULL, before BLOB NOT NULL,"
    " loose_before BLOB NOT NULL, depth INTEGER NOT NULL, previous BLOB, put REAL NOT NULL) WITHOUT ROWID",
    "CREATE TABLE nodes (point BLOB PRIMARY KEY, parent BLOB NOT NULL, put REAL NOT NULL) WITHOUT ROWID",
    "CREATE TABLE states (name BLOB PRIMARY KEY, value BLOB NOT NULL, size INTEGER NOT NULL, put REAL NOT NULL)",
    "CREATE INDEX entries_put ON entries (put)",
    "CREATE INDEX nodes_put ON nodes (put)",
    "CREATE INDEX states_put ON states (put, size)",
    "PRAGMA journal_mode = WAL",
    f"PRAGMA application_id = {APPLICATION}",
    "PRAGMA user_version = 1",
]
COUNT = 300


def entry(number: int) -> Entry:
    before = None if number % 2 else b"\xff%d" % number
    return Entry("m", b"s", b"\0\xff", b"ls", b"lt", b"n2", b"b", b"%d" % number, number, before)


def name(number: int) -> bytes:
    return b"\0\xfe" + number.to_bytes(2, "big")


def first_version(path: Path) -> None:
    """A file in which a higher number was put later."""
    base = sqlite3.connect(path, isolation_level=None)
    for statement in FIRST:
        base.execute(statement)
    for number in range(COUNT):
        one = entry(number)
        fields = [getattr(one, field) for field in Entry.__struct_fields__]
        base.execute(f"INSERT INTO entries VALUES (?,{'?,' * len(fields)}?)", (name(number), *fields, number))
        base.execute("INSERT INTO nodes VALUES (?,?,?)", (name(number + 1), name(number), number))
        base.execute("INSERT INTO states VALUES (?,?,?,?)", (name(number), b"\xff" * 10, 10, number))
    base.close()


def test_a_file_of_the_first_version_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    first_version(path)
    store = SqliteStore(path, now=lambda: COUNT)
    names = [name(number) for number in range(COUNT + 1)]
    assert store.entries(names) == {name(number): entry(number) for number in range(COUNT)}
    assert store.known(names) == {*names[1:]}
    assert store.parents(names[-1], COUNT) == names
    assert store.states(names) == dict.fromkeys(names[:-1], b"\xff" * 10)
    assert SqliteStore(path, now=lambda: COUNT).known(names) == {*names[1:]}
    store.close()
    assert is_whole(path)


@pytest.mark.parametrize("limits", [{"kept": 100.0}, {"largest": 100}, {"room": 1000}])
def test_what_was_taken_over_is_forgotten_in_its_order(tmp_path: Path, limits: dict[str, float]) -> None:
    path = tmp_path / "ledger.sqlite"
    first_version(path)
    SqliteStore(path, now=lambda: COUNT, **limits).keep_states({b"new": b"x" * 10})  # type: ignore[arg-type]
    left = SqliteStore(path, now=lambda: COUNT).states(name(number) for number in range(COUNT))
    assert list(left) == [name(number) for number in range(COUNT - len(left), COUNT)]
    assert 98 <= len(left) <= 100


def test_who_has_an_older_version_is_told(tmp_path: Path) -> None:
    """What an older program meets when a newer one renews the file under it."""
    path = tmp_path / "ledger.sqlite"
    store = SqliteStore(path)
    store.keep_states({b"a": b"x"})
    base = sqlite3.connect(path, isolation_level=None)
    base.execute("ALTER TABLE kept RENAME TO other")
    base.execute("PRAGMA user_version = 3")
    base.close()
    reasons = []
    for _ in range(2):
        with pytest.raises(LedgerError) as caught:
            store.keep_states({b"a": b"x"})
        reasons.append(caught.value.reason)
    assert reasons == ["failed", "newer"]
