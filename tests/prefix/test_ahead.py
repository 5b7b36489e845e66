from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sendable import Ledger, check, repair
from sendable.prefix.ahead import ahead
from sendable.prefix.stores import MemoryStore, SqliteStore
from sendable.prefix.stores.store import Found
from sendable.wire.build import assistant, request, text, thinking, user
from sendable.wire.index import Index

Json = dict[str, Any]


class Counting(MemoryStore):
    """Counts questions: of each kind how many names."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[int, int, int]] = []

    def look(
        self, signatures: Iterable[bytes] = (), points: Iterable[bytes] = (), names: Iterable[bytes] = ()
    ) -> Found:
        asked = list(signatures), list(points), list(names)
        self.asked.append((len(asked[0]), len(asked[1]), len(asked[2])))
        return super().look(*asked)


def said(at: int) -> Json:
    return assistant(thinking(signature=f"A{at:03d}"), text(f"a{at}"))


def asked(turns: int, first: str = "q0") -> Json:
    held = [message for at in range(turns) for message in (user(first if at == 0 else f"q{at}"), said(at))]
    return request(*held, user(f"q{turns}"), model="claude-opus-5-5")


def turn(ledger: Ledger, body: Json, answer: Json) -> None:
    """What the relay does with a request."""
    index = Index(body)
    inner = ahead(ledger, index)
    repaired = repair(index, state=inner.state_of(index), ledger=inner)
    inner.record(index, answer)
    inner.keep_state_of(index, repaired.state)


def test_a_turn_takes_one_question_of_all_kinds() -> None:
    store = Counting()
    ledger = Ledger(store)
    for turns in range(5):
        turn(ledger, asked(turns), said(turns))
    store.asked.clear()
    turn(ledger, asked(5), said(5))
    assert store.asked == [(2, 4, 8)]


def test_what_was_answered_is_as_old_as_the_request(tmp_path: Path) -> None:
    store, other = SqliteStore(tmp_path / "l"), SqliteStore(tmp_path / "l")
    turn(Ledger(store), asked(0), said(0))
    edited = asked(1, "other")
    inner = ahead(Ledger(store), Index(edited))
    assert inner.state_of(edited) is None
    turn(Ledger(other), edited, said(1))
    assert check(edited, ledger=inner) != []
    later = {**edited, "messages": [*edited["messages"], said(1), user("q2")]}
    assert ahead(Ledger(store), Index(later)).state_of(later) is not None


@given(st.lists(st.tuples(st.integers(0, 8), st.sampled_from(["q0", "other"])), max_size=8))
def test_nothing_is_judged_or_kept_otherwise(bodies: list[tuple[int, str]]) -> None:
    plain, looked = Ledger(), Ledger()
    for turns, first in bodies:
        body = asked(turns, first)
        inner = ahead(looked, Index(body))
        assert inner.state_of(body) == plain.state_of(body)
        assert check(body, ledger=inner) == check(body, ledger=plain)
        for ledger in (plain, inner):
            ledger.record(body, said(turns))
            ledger.keep_state_of(body, {"turns": turns, "first": first})
    for turns in range(9):
        for first in ("q0", "other"):
            body = asked(turns, first)
            assert looked.state_of(body) == plain.state_of(body)
            assert check(body, ledger=looked) == check(body, ledger=plain)
