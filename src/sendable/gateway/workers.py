"""Several workers: processes that are forked from one, serve one address, and are started again when they die."""

import os
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from sendable.errors import UsageError
from sendable.gateway import metrics
from sendable.gateway.listening import address_of, listening, refuse_own
from sendable.gateway.options import Options, upstream_of
from sendable.gateway.server import Worker

_DIED_SOON = 5.0
_TRIES = 3
_UNUSABLE = 2
_ASKED_EVERY = 0.1


def serve(options: Options, on_ready: Callable[[str], None]) -> None:
    """Serve in the foreground until a signal ends it.

    Args:
        options: of the gateway.
        on_ready: is told the address once requests are taken.

    Raises:
        UsageError: an option or the address cannot be used, or workers die as soon as they start.
    """
    if options.workers > 1 and not hasattr(os, "fork"):
        raise UsageError("--workers: this system has no fork; use 1")
    upstream = upstream_of(options.upstream)
    sockets = listening(options.host, options.port, options.workers)
    address = address_of(sockets[0])
    try:
        refuse_own(upstream, sockets[0])
        if options.workers == 1:
            Worker(options, sockets[0], lambda: on_ready(address)).run(signals=True)
        else:
            _serve_all(options, sockets, lambda: on_ready(address))
    finally:
        for held in sockets:
            held.close()


def _serve_all(options: Options, sockets: list[socket.socket], on_ready: Callable[[], None]) -> None:
    folder = Path(tempfile.mkdtemp(prefix="sendable-metrics-"))
    try:
        metrics.share(folder)
        Workers(options, sockets).run(on_ready)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Workers:
    """Watches over the workers.

    The sockets stay open here as well, so that connections made while a worker is started again wait for it.

    Args:
        options: of the gateway.
        sockets: one a worker.
    """

    def __init__(self, options: Options, sockets: list[socket.socket]) -> None:
        self._options = options
        self._sockets = sockets
        self._running: dict[int, tuple[int, float]] = {}
        self._stopping = False
        self._early = 0
        self._unusable = False
        self._child_end, self._own_end = os.pipe()

    def run(self, on_ready: Callable[[], None]) -> None:
        """Start them, and watch until a signal ends all.

        Raises:
            UsageError: they die as soon as they start.
        """
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._asked_to_end)
        ready = [self._start(place) for place in range(self._options.workers)]
        if all(os.read(end, 1) for end in ready):
            on_ready()
        for end in ready:
            os.close(end)
        while self._running:
            self._look()
            time.sleep(_ASKED_EVERY)
        if self._unusable or self._early > _TRIES:
            raise UsageError("the workers end as soon as they start")

    def _start(self, place: int) -> int:
        """Fork a worker; the end of a pipe on which one byte tells that it serves."""
        reading, writing = os.pipe()
        sys.stdout.flush()
        worker = os.fork()
        if worker == 0:
            os.close(reading)
            os._exit(self._serve(place, writing))
        os.close(writing)
        self._running[worker] = (place, time.monotonic())
        if self._stopping:
            os.kill(worker, signal.SIGTERM)
        return reading

    def _serve(self, place: int, ready: int) -> int:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        os.close(self._own_end)
        own = self._sockets[place]
        for held in self._sockets:
            if held is not own:
                # Else who connects while all end would wait for a worker that takes nobody any more.
                held.close()
        try:
            worker = Worker(self._options, own, lambda: _tell(ready), self._child_end, tells=place == 0)
            worker.run(signals=True)
        except UsageError as fault:
            sys.stderr.write(f"sendable: {fault}\n")
            return _UNUSABLE
        except BaseException as fault:  # noqa: BLE001 - a forked process must end here, whatever happened
            sys.stderr.write(f"sendable: a worker failed: {type(fault).__name__}\n")
            return 1
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
        return 0

    def _look(self) -> None:
        """Bury who died, and start another in its place."""
        for worker, (place, since) in list(self._running.items()):
            ended, status = os.waitpid(worker, os.WNOHANG)
            if not ended:
                continue
            del self._running[worker]
            metrics.forget(worker)
            if self._stopping:
                continue
            soon = time.monotonic() - since < _DIED_SOON
            self._early = self._early + 1 if soon else 0
            self._unusable = soon and os.waitstatus_to_exitcode(status) == _UNUSABLE
            if self._unusable or self._early > _TRIES:
                self._asked_to_end()
            else:
                os.close(self._start(place))

    def _asked_to_end(self, *_: object) -> None:
        self._stopping = True
        for held in self._sockets:
            held.close()
        for worker in list(self._running):
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGTERM)


def _tell(ready: int) -> None:
    with suppress(OSError):
        os.write(ready, b"1")
        os.close(ready)
