"""A gateway behind a socket: one worker, in the foreground or in a thread of its own."""

import asyncio
import gc
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from types import TracebackType
from typing import Self

from aiohttp.web import ServerRunner, SockSite

from sendable.errors import UsageError
from sendable.gateway.ending import Ending, Signals, takes_nobody
from sendable.gateway.handling import Handling
from sendable.gateway.listening import address_of, listening, refuse_own
from sendable.gateway.looked_at import LookedAt
from sendable.gateway.options import Options, upstream_of
from sendable.gateway.own_paths import OwnPaths
from sendable.gateway.protocol import GatewayServer
from sendable.gateway.relaying import Relaying
from sendable.gateway.upstream import Upstream
from sendable.gateway.watch import Watch, log

_STARTS_WITHIN = 20.0
_READ_AT_ONCE = 256 * 1024
_LINGER = 5.0
# Who has to be waited for was waited for; aiohttp takes nothing for: as long as it takes.
_AT_ONCE = 0.01
_MOST_HEADERS = 256
_BACKLOG = 128
_READ_OF_PARENT = 16
_SWITCHED_EVERY = 0.001
_COLLECTED_EVERY = (50_000, 20, 50)


def _hangs_up() -> bool:
    """Whether the end of its terminal ends it; `nohup` asks that it does not."""
    return hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN


ENDED_BY = (signal.SIGINT, signal.SIGTERM, *((signal.SIGHUP,) if _hangs_up() else ()))
"""The signals that ask for the end."""


class Worker:
    """Serves on a socket until it is told to stop.

    Args:
        options: of the gateway.
        held: the socket.
        on_ready: is called once requests are taken.
        parent: the end of a pipe. Each byte of it asks for the end, as a signal would, and so does its own end: then
            the process that started this one is gone.
        tells: whether it warns of a ledger that cannot be used now; one of several workers is enough.

    Raises:
        UsageError: an option cannot be used.
    """

    def __init__(
        self,
        options: Options,
        held: socket.socket,
        on_ready: Callable[[], None] | None = None,
        parent: int | None = None,
        *,
        tells: bool = True,
    ) -> None:
        self._tells = tells
        self._options = options
        self._parent = parent
        self._socket = held
        self._on_ready = on_ready
        self._upstream = Upstream(upstream_of(options.upstream), options)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ending: Ending | None = None

    def run(self, *, signals: bool) -> None:
        """Serve until `stop`, or until a signal ends it.

        Args:
            signals: whether Ctrl-C and SIGTERM end it; only in a main thread. A second one does not wait.
        """
        if signals or self._parent is not None:
            _tune()
        asyncio.run(self._serve(signals))

    def stop(self) -> None:
        """End it from another thread; running requests are given the grace time."""
        if self._loop is not None and self._ending is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._ending.begin)

    async def _serve(self, signals: bool) -> None:
        self._loop, self._ending = asyncio.get_running_loop(), Ending(self._options.grace)
        async with AsyncExitStack() as stack:
            watch = stack.enter_context(Watch(self._options.report))
            self._loop.set_exception_handler(lambda _, context: watch.failed(context.get("exception")))
            await stack.enter_async_context(self._upstream)
            relaying = Relaying(self._options, watch.aside)
            stack.callback(relaying.close)
            await relaying.warm()
            looked_at = LookedAt(self._options, self._upstream, relaying)
            own = OwnPaths(self._upstream, watch.metrics, relaying.writes)
            if self._tells and not await own.writable():
                log.warning("the ledger cannot be written to: requests are judged without it until it can be")
            handling = Handling(self._options, self._upstream, watch, own, looked_at)
            server = self._server(handling, watch)
            runner = ServerRunner(server, handle_signals=False, shutdown_timeout=_AT_ONCE)
            await runner.setup()
            stack.push_async_callback(runner.cleanup)
            site = SockSite(runner, self._socket, backlog=_BACKLOG)
            await site.start()
            with self._asked_by(signals):
                if self._on_ready is not None:
                    self._on_ready()
                await self._ending.asked()
                own.stopping = True
                await takes_nobody(site, self._socket)
                await self._ending.wait(server, handling.cut)

    def _server(self, handling: Handling, watch: Watch) -> GatewayServer:
        options = self._options
        return GatewayServer(
            handling,
            options.header_timeout,
            _MOST_HEADERS,
            watch.refused,
            handler_cancellation=True,
            access_log=None,
            auto_decompress=False,
            keepalive_timeout=options.idle_timeout,
            lingering_time=_LINGER,
            max_line_size=options.max_header,
            max_field_size=options.max_header,
            read_bufsize=_READ_AT_ONCE,
        )

    @contextmanager
    def _asked_by(self, signals: bool) -> Iterator[None]:
        """Hear who asks for the end: signals, or the process that started this one."""
        loop, came = asyncio.get_running_loop(), Signals()

        def signalled() -> None:
            if self._ending is not None and came.counts():
                self._ending.ask()

        for number in ENDED_BY if signals else ():
            loop.add_signal_handler(number, signalled)
        if self._parent is not None:
            loop.add_reader(self._parent, self._parent_says, self._parent)
        yield
        for number in ENDED_BY if signals else ():
            # All is done: who is impatient now would only get a traceback.
            loop.remove_signal_handler(number)
            signal.signal(number, signal.SIG_IGN)

    def _parent_says(self, parent: int) -> None:
        assert self._ending is not None
        said = os.read(parent, _READ_OF_PARENT)
        for _ in said:
            self._ending.ask()
        if not said:
            asyncio.get_running_loop().remove_reader(parent)
            self._ending.begin()


def _tune() -> None:
    """Suit a process that does nothing else.

    What a request is made of is large, short-lived and holds no circles, so garbage is looked for less often. And a
    stream must not wait long for the thread in which a large request is judged.
    """
    sys.setswitchinterval(_SWITCHED_EVERY)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECTED_EVERY)


class Server:
    """A gateway of one worker, for a `with` statement or the foreground.

    Args:
        options: of the gateway; `workers` is not looked at.

    Attributes:
        base_url: where it listens.

    Raises:
        UsageError: an option or the address cannot be used.
    """

    def __init__(self, options: Options) -> None:
        upstream = upstream_of(options.upstream)
        self._ready = threading.Event()
        [self._socket] = listening(options.host, options.port, 1)
        refuse_own(upstream, self._socket)
        self.base_url = address_of(self._socket)
        self._worker = Worker(options, self._socket, self._ready.set)
        self._thread = threading.Thread(target=self._worker.run, kwargs={"signals": False}, daemon=True)
        self._grace = options.grace

    def start(self) -> Self:
        """Serve in a thread.

        Raises:
            UsageError: it did not start.
        """
        self._thread.start()
        if not self._ready.wait(_STARTS_WITHIN):
            raise UsageError("the gateway did not start")
        return self

    def stop(self) -> None:
        """End; running requests are given the grace time."""
        self._worker.stop()
        self._thread.join(self._grace + _STARTS_WITHIN)
        self._socket.close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
