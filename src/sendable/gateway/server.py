"""A gateway behind a socket: one worker, in the foreground or in a thread of its own."""

import asyncio
import gc
import signal
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from types import TracebackType
from typing import Self

from aiohttp.web import ServerRunner, SockSite

from sendable.errors import UsageError
from sendable.gateway.handling import Handling
from sendable.gateway.listening import address_of, listening, refuse_own
from sendable.gateway.looked_at import LookedAt
from sendable.gateway.options import Options, upstream_of
from sendable.gateway.own_paths import OwnPaths
from sendable.gateway.protocol import GatewayServer
from sendable.gateway.refusals import GatewayError
from sendable.gateway.relaying import Relaying
from sendable.gateway.upstream import Upstream
from sendable.gateway.watch import Watch, log

_STARTS_WITHIN = 20.0
_READ_AT_ONCE = 256 * 1024
_LINGER = 5.0
# aiohttp takes nothing for: as long as it takes.
_AT_ONCE = 0.01
_MOST_HEADERS = 256
_BACKLOG = 128
_SWITCHED_EVERY = 0.001
_COLLECTED_EVERY = (50_000, 20, 50)


class Worker:
    """Serves on a socket until it is told to stop.

    Args:
        options: of the gateway.
        held: the socket.
        on_ready: is called once requests are taken.
        parent: the end of a pipe that closes when the process that started this one is gone.
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
        self._stop: asyncio.Event | None = None

    def run(self, *, signals: bool) -> None:
        """Serve until `stop`, or until a signal ends it.

        Args:
            signals: whether Ctrl-C and SIGTERM end it; only in a main thread. A second one does not wait.
        """
        if signals:
            _tune()
        asyncio.run(self._serve(signals))

    def stop(self) -> None:
        """End it from another thread; running requests are given the grace time."""
        if self._loop is not None and self._stop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._stop.set)

    async def _serve(self, signals: bool) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
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
            runner = self._runner(Handling(self._options, self._upstream, watch, own, looked_at), watch)
            await runner.setup()
            stack.push_async_callback(runner.cleanup)
            await SockSite(runner, self._socket, backlog=_BACKLOG).start()
            if signals:
                self._on_signals(asyncio.current_task())
            if self._parent is not None:
                self._loop.add_reader(self._parent, self._stop.set)
            if self._on_ready is not None:
                self._on_ready()
            await self._stop.wait()
            own.stopping = True

    def _runner(self, handling: Handling, watch: Watch) -> ServerRunner:
        options = self._options

        def refused(fault: GatewayError) -> None:
            outcome = watch.begun()
            outcome.endpoint, outcome.status, outcome.cause = "refused", fault.status, fault.cause
            watch.done(outcome)

        server = GatewayServer(
            handling,
            options.header_timeout,
            _MOST_HEADERS,
            refused,
            handler_cancellation=True,
            access_log=None,
            auto_decompress=False,
            keepalive_timeout=options.idle_timeout,
            lingering_time=_LINGER,
            max_line_size=options.max_header,
            max_field_size=options.max_header,
            read_bufsize=_READ_AT_ONCE,
        )
        return ServerRunner(server, handle_signals=False, shutdown_timeout=max(options.grace, _AT_ONCE))

    def _on_signals(self, serving: "asyncio.Task[None] | None") -> None:
        loop = asyncio.get_running_loop()

        def asked_to_end() -> None:
            assert self._stop is not None
            if self._stop.is_set() and serving is not None:
                serving.cancel()
            self._stop.set()

        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, asked_to_end)


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
