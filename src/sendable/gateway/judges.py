"""Who judges the requests: one at a time, and others beside it while one takes long.

Judging is work of the interpreter, of which one thread at a time can do some, so that a second judge would gain nothing
and know less of the conversations. Only where one request keeps a judge for long does the next one take over, so that
it holds up nobody. All judges share what their ledgers keep.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeVar

from sendable.gateway.lane import Lane
from sendable.relay import Relay

PATIENCE = 0.25
"""Seconds after which a request is one that takes long."""

MOST = 4
_ENDS_WITHIN = 5.0

T = TypeVar("T")


class Judge(NamedTuple):
    """A relay, and the thread in which it is used: what it began it must also end."""

    relay: Relay
    lane: Lane


class Late(NamedTuple):
    """A request that was not judged in time.

    Attributes:
        begun: whether it took too long itself; else it waited for others.
    """

    begun: bool


class Judges:
    """Shares the work out.

    Args:
        make: another relay of the same kind.
        within: seconds that one piece of work is waited for.
        most: how many judges there are at most.
        patience: see `PATIENCE`.
    """

    def __init__(
        self, make: Callable[[], Relay], within: float, most: int = MOST, *, patience: float = PATIENCE
    ) -> None:
        self._make = make
        self._within = within
        self._most = most
        self._patience = patience
        self._judges: list[Judge] = []

    async def judged(self, work: Callable[[Relay], T]) -> tuple[T, Judge] | Late:
        """Have one judge do something; who is waited for in vain is left for another."""
        loop = asyncio.get_running_loop()
        end = loop.time() + self._within
        judge = self._next()
        given = judge.lane.submit(partial(work, judge.relay))
        try:
            while not await _done(asyncio.wrap_future(given), min(self._patience, end - loop.time())):
                if loop.time() >= end:
                    return Late(given.running())
                other = self._next()
                if other is not judge and not other.lane.is_stuck(self._patience) and given.cancel():
                    judge = other
                    given = judge.lane.submit(partial(work, judge.relay))
            return given.result(), judge
        finally:
            given.cancel()

    async def goes_on(self, judge: Judge, work: Callable[[], T]) -> T | Late:
        """Have a judge go on with what it did before."""
        given = judge.lane.submit(work)
        try:
            done = await _done(asyncio.wrap_future(given), self._within)
            return given.result() if done else Late(given.running())
        finally:
            given.cancel()

    def close(self) -> None:
        """End; what is waited for is done, and what takes long is left."""
        for judge in self._judges:
            judge.lane.close(0.0 if judge.lane.is_stuck(self._patience) else _ENDS_WITHIN)

    def _next(self) -> Judge:
        """The first one that is not kept for long; another one where all are; where that is too many, any."""
        for judge in self._judges:
            if not judge.lane.is_stuck(self._patience):
                return judge
        if len(self._judges) < self._most:
            self._judges.append(Judge(self._make(), Lane(f"sendable-relay-{len(self._judges)}")))
            return self._judges[-1]
        return min(self._judges, key=lambda judge: judge.lane.waiting)


async def _done(given: "asyncio.Future[T]", seconds: float) -> bool:
    return bool((await asyncio.wait((given,), timeout=max(seconds, 0.0)))[0])
