"""The emulator behind a socket: in the foreground, or in a thread of its own."""

import socket
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from sendable.emulator.app import App
from sendable.emulator.emulator import Emulator, Options
from sendable.errors import UsageError

LOOPBACK = "127.0.0.1"
_GRACE = 2
_STARTS_WITHIN = 20.0


def _uvicorn() -> Any:
    try:
        import uvicorn
    except ImportError:
        raise UsageError("the emulator needs its extra: in a clone of sendable, pip install '.[emulator]'") from None
    return uvicorn


class Server:
    """Serves an app on a socket of this machine.

    Args:
        app: what answers.
        host: address to listen on.
        port: 0 takes a free one.
        on_ready: is told the address once connections are taken.

    Raises:
        UsageError: the extra is not installed, or the address cannot be used.
    """

    def __init__(
        self, app: App, host: str = LOOPBACK, port: int = 0, on_ready: Callable[[str], None] | None = None
    ) -> None:
        uvicorn = _uvicorn()
        self.emulator = app.emulator
        self._socket = _listening(host, port)
        number = self._socket.getsockname()[1]
        self.base_url = f"http://[{host}]:{number}" if ":" in host else f"http://{host}:{number}"
        self._ready = threading.Event()
        self._thread: threading.Thread | None = None
        self._on_ready = on_ready
        config = uvicorn.Config(
            app,
            http="h11",
            ws="none",
            lifespan="off",
            log_level="critical",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=_GRACE,
            h11_max_incomplete_event_size=256 * 1024,
        )
        self._server = uvicorn.Server(config)

    def run(self) -> None:
        """Serve until a signal ends it."""
        watch = threading.Thread(target=self._tell, daemon=True)
        watch.start()
        self._server.run(sockets=[self._socket])

    def start(self) -> Self:
        """Serve in a thread.

        Raises:
            UsageError: it did not start.
        """
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), daemon=True)
        self._thread.start()
        self._tell()
        if not self._server.started:
            raise UsageError("the emulator did not start")
        return self

    def stop(self) -> None:
        """End the thread; requests that are being answered are given a moment."""
        self._server.should_exit = True
        if self._thread is not None:
            self._thread.join(_GRACE + 5)
        self._socket.close()

    def _tell(self) -> None:
        waited = 0.0
        while not self._server.started and waited < _STARTS_WITHIN:
            self._ready.wait(0.01)
            waited += 0.01
        if self._server.started and self._on_ready is not None:
            self._on_ready(self.base_url)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def _listening(host: str, port: int) -> socket.socket:
    # Only of a socket that is said to be one of TCP does asyncio know that its small writes must not wait.
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    held = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind((host, port))
        held.listen(512)
    except (OSError, OverflowError) as fault:
        held.close()
        raise UsageError(f"cannot listen on {host}:{port}: {fault}") from None
    return held


def serving(script: Any = None, **options: Any) -> Server:
    """A server of an emulator that keeps all that it sees; to be used in a `with` statement.

    Args:
        script: what it answers.
        options: see `Options`.

    Raises:
        UsageError: there is no such option or value of one, the script cannot be read, or the extra is not installed.
    """
    unknown = options.keys() - set(Options.__struct_fields__)
    if unknown:
        raise UsageError(f"unknown option {', '.join(sorted(unknown))}: one of {', '.join(Options.__struct_fields__)}")
    return Server(App(Emulator(Options(**options), script)))
