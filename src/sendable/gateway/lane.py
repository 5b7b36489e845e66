"""A thread that does one thing after the other, and can be left behind: no thread can be ended in the middle."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from time import monotonic
from typing import Any, TypeVar

T = TypeVar("T")

_Job = tuple[Callable[[], Any], "Future[Any]"]


class Lane:
    """Does what it is given in order.

    Args:
        name: of its thread.

    Attributes:
        waiting: how much was given and is not done.
    """

    def __init__(self, name: str) -> None:
        self.waiting = 0
        self._since: float | None = None
        self._count = threading.Lock()
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        # The interpreter does not wait for a daemon: what takes minutes must not hold up the end.
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[], T]) -> "Future[T]":
        """Have something done; what is cancelled before its turn is not begun."""
        made: Future[T] = Future()
        with self._count:
            self.waiting += 1
        self._jobs.put((work, made))
        return made

    def is_stuck(self, patience: float) -> bool:
        """Whether what it does now takes longer than this many seconds already."""
        since = self._since
        return since is not None and monotonic() - since > patience

    def close(self, within: float) -> None:
        """End behind what was given; what is not done in time is left."""
        self._jobs.put(None)
        self._thread.join(within)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            self._since = monotonic()
            _do(*job)
            self._since = None
            with self._count:
                self.waiting -= 1


def _do(work: Callable[[], Any], made: "Future[Any]") -> None:
    if not made.set_running_or_notify_cancel():
        return
    try:
        made.set_result(work())
    except BaseException as fault:  # noqa: BLE001 - it is raised where the result is waited for
        made.set_exception(fault)
