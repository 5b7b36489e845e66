"""How a gateway ends: nobody new is taken, who is there is waited for, and who is there still is cut."""

import asyncio
import socket
from collections.abc import Callable
from time import monotonic

from aiohttp.web import BaseSite, Server

TOGETHER = 0.2
"""Seconds within which two signals are one."""

ENDING = 1.0
"""Seconds that who is cut has to take the rest of what was said to it."""

_ASKED_EVERY = 0.02
_UNTIL_TAKEN = 3


class Signals:
    """Tells signals from one another.

    What runs a process may signal both it and its group, as `timeout` does: it gets two, and nobody is impatient.

    Args:
        clock: tells the seconds.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._last: float | None = None

    def counts(self) -> bool:
        """Whether one that comes now is another, and not the echo of the last."""
        now = self._clock()
        if self._last is not None and now - self._last < TOGETHER:
            return False
        self._last = now
        return True


class Ending:
    """The end of one worker; made in the loop that serves.

    Args:
        grace: seconds for running requests.
    """

    def __init__(self, grace: float) -> None:
        self._grace = grace
        self._asked = asyncio.Event()
        self._hurries = False

    def begin(self) -> None:
        """Ask for the end."""
        self._asked.set()

    def ask(self) -> None:
        """Ask for the end; who asks when it has begun does not want to wait for running requests."""
        self._hurries = self._asked.is_set()
        self.begin()

    async def asked(self) -> None:
        """Wait until it is asked for."""
        await self._asked.wait()

    async def wait(self, server: Server, cut: Callable[[], None]) -> None:
        """Wait for running requests as long as may be, and cut those that run still.

        Args:
            server: has the connections; takes no new ones.
            cut: ends the requests that run.
        """
        await self._gone(server, self._grace, lambda: self._hurries)
        cut()
        await self._gone(server, ENDING, lambda: False)

    async def _gone(self, server: Server, within: float, hurries: Callable[[], bool]) -> None:
        """Wait until no client is there: then each has all that was written to it."""
        end = monotonic() + within
        while server.connections and not hurries() and (left := end - monotonic()) > 0:
            # Those that are idle go at once; one may have been let in at the last moment, and is seen to be idle later.
            server.pre_shutdown()
            await asyncio.sleep(min(left, _ASKED_EVERY))


async def takes_nobody(site: BaseSite, held: socket.socket) -> None:
    """Take no new connections.

    One whose taking has begun is taken first: asyncio would forget it, open, when the socket closes at that moment.
    """
    asyncio.get_running_loop().remove_reader(held)
    for _ in range(_UNTIL_TAKEN):
        await asyncio.sleep(0)
    await site.stop()
