import sqlite3
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from sendable import Ledger, LedgerError, check
from sendable.prefix.stores import Entry, MemoryStore, Node, SqliteStore, Store
from sendable.wire.build import assistant, request, text, thinking, user
from tests.prefix.stores.conftest import Place

ENTRY = Entry("m", b"s", b"t", b"ls", b"lt", b"n2", b"b", b"lb", 2, None)
OTHER = Entry("m", b"\0\xff", b"", b"ls", b"lt", b"n2", b"b", b"lb", 2, b"before")
NODES = [Node(b"n1", b"n0"), Node(b"n2", b"n1")]


def test_what_was_put_is_found(place: Place) -> None:
    store = place.make()
    store.put({b"a": ENTRY, b"\xff\0": OTHER}, NODES)
    assert store.entries([b"a", b"b", b"a", b"\xff\0"]) == {b"a": ENTRY, b"\xff\0": OTHER}
    assert store.known([b"n1", b"n9", b"n2"]) == {b"n1", b"n2"}


def test_all_kinds_are_put_and_looked_for_at_once(place: Place) -> None:
    store = place.make()
    store.keep_states({b"a": b"one"})
    store.put({b"a": ENTRY}, NODES, {b"a": b"two", b"b": b""})
    found = store.look(signatures=[b"a", b"b"], points=[b"n2", b"a"], names=[b"a", b"b", b"n1"])
    assert found == ({b"a": ENTRY}, {b"n2"}, {b"a": b"two", b"b": b""})
    assert store.look() == ({}, set(), {})


def test_nothing_is_nothing(place: Place) -> None:
    store = place.make()
    store.put({}, [])
    store.keep_states({})
    assert (store.entries([]), store.known([]), store.states([])) == ({}, set(), {})


def test_the_way_from_the_root_is_walked(place: Place) -> None:
    store = place.make()
    store.put({}, NODES)
    assert store.parents(b"n2", 2) == [b"n0", b"n1", b"n2"]
    assert store.parents(b"n2", 1) == [b"n1", b"n2"]
    assert store.parents(b"n0", 0) == [b"n0"]


def test_a_long_way_is_walked_to_its_end(place: Place) -> None:
    store = place.make()
    names = [number.to_bytes(2, "big") for number in range(2501)]
    store.put({}, [Node(name, before) for before, name in pairwise(names)])
    assert store.parents(names[-1], 2500) == names
    assert store.parents(names[-1], 1200) == names[1300:]
    assert store.known(names) == {*names[1:]}


def test_a_forgotten_node_cuts_the_way(place: Place) -> None:
    store = place.make()
    store.put({}, NODES[1:])
    assert store.parents(b"n2", 2) == [b"n1", b"n2"]


def test_many_signatures_are_asked_for_at_once(place: Place) -> None:
    store = place.make()
    names = [number.to_bytes(2, "big") for number in range(1200)]
    store.put(dict.fromkeys(names, ENTRY), [])
    assert len(store.entries(names)) == 1200


def test_what_is_put_again_is_young_again(place: Place) -> None:
    store = place.make(kept=10)
    store.put({b"a": ENTRY}, NODES)
    place.later(8)
    store.put({b"a": ENTRY}, [])
    place.later(7)
    assert store.entries([b"a"]) == {b"a": ENTRY}
    assert store.known([b"n1"]) == set()
    place.later(4)
    assert store.entries([b"a"]) == {}


def test_a_state_takes_the_place_of_the_one_before(place: Place) -> None:
    store = place.make(kept=10)
    assert store.states([b"a"]) == {}
    store.keep_states({b"a": b"one", b"b": b"other"})
    store.keep_states({b"a": b"two"})
    assert store.states([b"c", b"a", b"b"]) == {b"a": b"two", b"b": b"other"}
    place.later(11)
    assert store.states([b"a", b"b"]) == {}


def test_names_of_one_kind_are_none_of_another(place: Place) -> None:
    store = place.make()
    store.put({b"a": ENTRY}, [Node(b"b", b"a")])
    store.keep_states({b"c": b"one"})
    assert store.entries([b"b", b"c"]) == {}
    assert store.known([b"a", b"c"]) == set()
    assert store.states([b"a", b"b"]) == {}


FIRST = request(user("xyzzy-secret"), model="claude-opus-5-5", system="plugh-secret")
ANSWER = assistant(thinking("hidden-thought", "SECRETSIGNATUREx"), text("said-secret"))
SECOND = {**FIRST, "messages": [*FIRST["messages"], ANSWER, user("So?")]}


def test_a_ledger_foresees_with_any_store(place: Place) -> None:
    ledger = Ledger(place.make(kept=100))
    ledger.record(FIRST, ANSWER)
    ledger.keep_state("key", {"keyed": 1})
    ledger.keep_state_of(FIRST, {"found": 1})
    edited = {**SECOND, "messages": [user("other"), *SECOND["messages"][1:]]}
    assert check(SECOND, ledger=ledger) == []
    assert "`messages.0`" in check(edited, ledger=ledger)[0].message
    assert (ledger.state("key"), ledger.state_of(SECOND)) == ({"keyed": 1}, {"found": 1})
    place.later(101)
    assert check(edited, ledger=ledger) == []
    assert (ledger.state("key"), ledger.state_of(SECOND)) == (None, None)


def test_a_state_that_is_none_is_an_error_of_the_ledger(place: Place) -> None:
    store = place.make()
    ledger = Ledger(store)
    ledger.keep_state("key", {"a": "secret"})

    class Broken(MemoryStore):
        def states(self, names: Any) -> dict[bytes, bytes]:
            return {name: value[:-3] for name, value in store.states(names).items()}

    with pytest.raises(LedgerError) as caught:
        Ledger(Broken()).state("key")
    assert caught.value.reason == "damaged"
    assert "secret" not in str(caught.value)


# What only stores do that count for themselves. Redis is told by its own settings.

Make = Callable[..., Store]


@pytest.fixture(params=["memory", "sqlite"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    if request.param == "memory":
        return MemoryStore
    return lambda **limits: SqliteStore(tmp_path / "ledger.sqlite", **limits)


def test_the_oldest_go_first(make: Make) -> None:
    now = [0.0]
    store = make(largest=2, now=lambda: now[0])
    names = [number.to_bytes(2, "big") for number in range(600)]
    for number, name in enumerate(names):
        now[0] = number
        store.put({name: ENTRY}, [Node(name, b"")])
        store.keep_states({name: b"x"})
    for left in (set(store.entries(names)), store.known(names), set(store.states(names))):
        assert 2 <= len(left) <= 260
        assert names[-1] in left
        assert names[0] not in left


def test_states_that_take_too_much_room_go_first(make: Make) -> None:
    now = [0.0]
    store = make(room=1000, now=lambda: now[0])
    names = [number.to_bytes(2, "big") for number in range(600)]
    for number, name in enumerate(names):
        now[0] = number
        store.keep_states({name: b"x" * 100})
        store.keep_states({name: b"x" * 100})
    left = store.states(names)
    assert 10 <= len(left) <= 140
    assert list(left) == names[-len(left) :]


def test_a_state_that_is_larger_than_all_room_is_forgotten(make: Make) -> None:
    store = make(room=1000)
    for number in range(300):
        store.keep_states({b"%d" % number: b"x" * 2000})
    assert len(store.states(b"%d" % number for number in range(300))) < 260
    store.keep_states({b"last": b"x"})
    assert store.states([b"last"]) == {b"last": b"x"}


def test_a_put_that_fails_leaves_nothing(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "ledger.sqlite")
    many: Any = {b"%d" % number: b"x" for number in range(1000)}
    for broken in ({b"s": b"x", b"t": []}, {**many, b"t": []}):
        with pytest.raises(LedgerError):
            store.put({b"a": ENTRY}, NODES, broken)
        assert store.entries([b"a"]) == {}
        assert store.known([b"n1", b"n2"]) == set()
        assert store.states(broken) == {}
    store.put({b"a": ENTRY}, NODES)
    assert store.entries([b"a"]) == {b"a": ENTRY}


def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    SqliteStore(path).close()
    base = sqlite3.connect(path)
    base.execute("PRAGMA user_version = 99")
    base.close()
    with pytest.raises(LedgerError, match="version 99"):
        SqliteStore(path)
