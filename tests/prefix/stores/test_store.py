import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sendable.prefix.stores import Entry, MemoryStore, Node, SqliteStore, Store

ENTRY = Entry("m", b"s", b"t", b"ls", b"lt", b"n2", b"b", b"lb", 2, None)
NODES = [Node(b"n1", b"n0"), Node(b"n2", b"n1")]
Make = Callable[..., Store]


@pytest.fixture(params=["memory", "sqlite"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    if request.param == "memory":
        return MemoryStore
    return lambda **limits: SqliteStore(tmp_path / "ledger.sqlite", **limits)


def test_what_was_put_is_found(make: Make) -> None:
    store = make()
    store.put({b"a": ENTRY}, NODES)
    assert store.entries([b"a", b"b", b"a"]) == {b"a": ENTRY}
    assert store.knows(b"n1")
    assert not store.knows(b"n9")


def test_the_way_from_the_root_is_walked(make: Make) -> None:
    store = make()
    store.put({}, NODES)
    assert store.parents(b"n2", 2) == [b"n0", b"n1", b"n2"]
    assert store.parents(b"n0", 0) == [b"n0"]


def test_a_forgotten_node_cuts_the_way(make: Make) -> None:
    store = make()
    store.put({}, NODES[1:])
    assert store.parents(b"n2", 2) == [b"n1", b"n2"]


def test_many_signatures_are_asked_for_at_once(make: Make) -> None:
    store = make()
    names = [number.to_bytes(2, "big") for number in range(1200)]
    store.put(dict.fromkeys(names, ENTRY), [])
    assert len(store.entries(names)) == 1200


def test_the_oldest_go_first(make: Make) -> None:
    now = [0.0]
    store = make(largest=2, now=lambda: now[0])
    for number in range(600):
        now[0] = number
        store.put({bytes([number % 256, number // 256]): ENTRY}, [])
    names = [bytes([number % 256, number // 256]) for number in range(600)]
    left = store.entries(names)
    assert 2 <= len(left) <= 260
    assert names[-1] in left
    assert names[0] not in left


def test_what_is_put_again_is_young_again(make: Make) -> None:
    now = [0.0]
    store = make(kept=10, now=lambda: now[0])
    store.put({b"a": ENTRY}, [])
    now[0] = 8
    store.put({b"a": ENTRY}, [])
    now[0] = 15
    assert store.entries([b"a"]) == {b"a": ENTRY}
    now[0] = 19
    assert store.entries([b"a"]) == {}


def test_a_put_that_fails_leaves_nothing(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "ledger.sqlite")
    broken: Any = [Node(b"n1", b"n0"), Node(b"n2", {})]  # type: ignore[arg-type]
    with pytest.raises(sqlite3.Error):
        store.put({b"a": ENTRY}, broken)
    assert store.entries([b"a"]) == {}
    assert not store.knows(b"n1")


def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    SqliteStore(path).close()
    base = sqlite3.connect(path)
    base.execute("PRAGMA user_version = 99")
    base.close()
    with pytest.raises(sqlite3.DatabaseError, match="version 99"):
        SqliteStore(path)


def test_a_state_takes_the_place_of_the_one_before(make: Make) -> None:
    now = [0.0]
    store = make(kept=10, now=lambda: now[0])
    assert store.states([b"a"]) == {}
    store.keep_states({b"a": b"one", b"b": b"other"})
    store.keep_states({b"a": b"two"})
    assert store.states([b"c", b"a", b"b"]) == {b"a": b"two", b"b": b"other"}
    now[0] = 11.0
    assert store.states([b"a", b"b"]) == {}
