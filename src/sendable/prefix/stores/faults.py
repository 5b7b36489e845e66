"""What becomes of the faults of a store: one kind of error, and no second wait right behind a wait in vain."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from time import monotonic

from sendable.errors import LedgerError

WAIT = 2.0
"""Seconds that a call waits for a lock or an answer: longer than any takes, and short enough for a request's path."""


class Faults:
    """Tells faults as `LedgerError`. After a call that waited in vain the next ones fail at once, for as long.

    Args:
        kinds: the errors that are faults of the store.
        told: the error that is raised for one of them; it holds no address and no data.
        wait: seconds that a call waits.
        now: the clock.
    """

    def __init__(
        self,
        kinds: tuple[type[Exception], ...],
        told: Callable[[Exception], LedgerError],
        wait: float = WAIT,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._kinds = kinds
        self._told = told
        self._wait = wait
        self._now = now
        self._rests: tuple[float, str] = (float("-inf"), "")

    def caught(self) -> AbstractContextManager[None]:
        """Around each use of the store.

        Raises:
            LedgerError: the store failed, or did so just now after a wait.
        """
        return _Caught(self)

    def begun(self) -> float:
        """When a use begins.

        Raises:
            LedgerError: one failed just now after a wait.
        """
        start = self._now()
        until, reason = self._rests
        if start < until:
            raise LedgerError(reason, "a moment ago")
        return start

    def told(self, fault: BaseException | None, start: float) -> LedgerError | None:
        """What a fault of the store is told as; None for what is none."""
        if not isinstance(fault, self._kinds):
            return None
        told = self._told(fault)
        now = self._now()
        if now - start >= self._wait / 2:
            self._rests = now + self._wait, told.reason
        return told


class _Caught:
    """One use. A class, since each request makes some, and a generator takes several times as long."""

    __slots__ = ("_faults", "_start")

    def __init__(self, faults: Faults) -> None:
        self._faults = faults

    def __enter__(self) -> None:
        self._start = self._faults.begun()

    def __exit__(self, _: object, fault: BaseException | None, __: object) -> None:
        told = None if fault is None else self._faults.told(fault, self._start)
        if told is not None:
            # What the driver says may hold a path or an address.
            raise told from None
