import pytest

from sendable import LedgerError
from sendable.prefix.stores.faults import Faults


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def faults(clock: Clock) -> Faults:
    return Faults((KeyError,), lambda fault: LedgerError("gone", type(fault).__name__), 2.0, clock)


def fail(caught: Faults, clock: Clock, took: float, fault: Exception) -> str:
    def used() -> None:
        with caught.caught():
            clock.now += took
            raise fault

    with pytest.raises(LedgerError) as told:
        used()
    return str(told.value)


def test_a_fault_is_told_without_its_words() -> None:
    clock = Clock()
    with pytest.raises(LedgerError) as told, faults(clock).caught():
        raise KeyError("redis://user:secret@host")
    assert str(told.value) == "the ledger cannot be used: gone (KeyError)"
    assert told.value.reason == "gone"
    assert told.value.__cause__ is None
    assert told.value.__suppress_context__


def test_what_is_no_fault_passes() -> None:
    with pytest.raises(ZeroDivisionError), faults(Clock()).caught():
        raise ZeroDivisionError


def test_after_a_wait_in_vain_nobody_waits_for_a_while() -> None:
    clock = Clock()
    caught = faults(clock)
    assert fail(caught, clock, 2.0, KeyError()) == "the ledger cannot be used: gone (KeyError)"
    clock.now += 1.9
    reached = []
    with pytest.raises(LedgerError, match="a moment ago"), caught.caught():
        reached.append(1)
    assert not reached
    clock.now += 0.2
    with caught.caught():
        reached.append(2)
    assert reached == [2]


def test_a_fault_that_comes_at_once_keeps_nobody_from_trying_again() -> None:
    clock = Clock()
    caught = faults(clock)
    for _ in range(3):
        assert "KeyError" in fail(caught, clock, 0.1, KeyError())
