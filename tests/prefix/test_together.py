from pathlib import Path
from typing import Any

import pytest

from sendable import Ledger, check
from sendable.errors import LedgerError
from sendable.prefix.stores import MemoryStore, SqliteStore
from sendable.prefix.together import together
from sendable.wire.build import assistant, request, text, thinking, user

FIRST = request(user("a"), model="claude-opus-5-5")
ANSWER = assistant(thinking(signature="AAAA"), text("b"))
EDITED = {**FIRST, "messages": [user("other"), ANSWER, user("c")]}


class Counting(MemoryStore):
    """Counts changes."""

    changes = 0

    def put(self, *args: Any) -> None:
        self.changes += 1
        super().put(*args)


def test_what_belongs_together_is_one_change() -> None:
    store = Counting()
    ledger = Ledger(store)
    with together(ledger) as inner:
        inner.record(FIRST, ANSWER)
        inner.keep_state("key", {"keyed": 1})
        inner.keep_state_of(FIRST, {"found": 1})
        assert store.changes == 0
    assert store.changes == 1
    assert [finding.rule for finding in check(EDITED, ledger=ledger)] == ["thinking-bound"]
    assert (ledger.state("key"), ledger.state_of(FIRST)) == ({"keyed": 1}, {"found": 1})


def test_nothing_is_no_change() -> None:
    store = Counting()
    with together(Ledger(store)) as inner:
        inner.record(FIRST)
    assert store.changes == 0


def test_where_anything_fails_nothing_is_kept(tmp_path: Path) -> None:
    ledger = Ledger(SqliteStore(tmp_path / "ledger.sqlite"))

    def kept(states: Any, part: int) -> None:
        with together(ledger) as inner:
            inner.record(FIRST, ANSWER)
            inner.store.keep_states(states)
            assert 1 / part

    for states, part, fault in (({b"a": []}, 1, LedgerError), ({}, 0, ZeroDivisionError)):
        with pytest.raises(fault):
            kept(states, part)
        assert check(EDITED, ledger=ledger) == []
    kept({}, 1)
    assert check(EDITED, ledger=ledger)


def test_questions_are_answered(tmp_path: Path) -> None:
    ledger = Ledger(SqliteStore(tmp_path / "ledger.sqlite"))
    ledger.record(FIRST, ANSWER)
    ledger.keep_state("key", {"keyed": 1})
    with together(ledger) as inner:
        assert [finding.message for finding in check(EDITED, ledger=inner)] == [
            finding.message for finding in check(EDITED, ledger=ledger)
        ]
        assert inner.state("key") == {"keyed": 1}
