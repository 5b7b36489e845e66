"""Several workers: processes that are forked from one, serve one address, and are started again when they die."""

import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from sendable.errors import UsageError
from sendable.gateway import metrics
from sendable.gateway.ending import Signals
from sendable.gateway.listening import address_of, listening, refuse_own
from sendable.gateway.options import Options, upstream_of
from sendable.gateway.server import ENDED_BY, Worker
from sendable.gateway.shared_folder import shared_folder
from sendable.gateway.watch import log

_DIED_SOON = 5.0
_TRIES = 3
_UNUSABLE = 2
_ASKED_EVERY = 0.1
_ENDS_WITHIN = 10.0
_END = b"e"


def serve(options: Options, on_ready: Callable[[str], None]) -> None:
    """Serve in the foreground until a signal ends it; a second one does not wait for running requests.

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
    with shared_folder() as folder:
        metrics.share(folder)
        Workers(options, sockets).run(on_ready)


class _Running(NamedTuple):
    """A worker: which one, since when, and the pipe through which it is asked to end."""

    place: int
    since: float
    told: int


class Workers:
    """Watches over the workers.

    The sockets stay open here as well, so that connections made while a worker is started again wait for it. And only
    here are signals heard: a terminal and a service manager send them to the whole group, and a worker that was told
    here as well would be told twice.

    Args:
        options: of the gateway.
        sockets: one a worker.
    """

    def __init__(self, options: Options, sockets: list[socket.socket]) -> None:
        self._options = options
        self._sockets = sockets
        self._running: dict[int, _Running] = {}
        self._signals = Signals()
        self._asked = 0
        self._end: float | None = None
        self._early = 0
        self._unusable = False

    def run(self, on_ready: Callable[[], None]) -> None:
        """Start them, and watch until a signal ends all.

        Raises:
            UsageError: they die as soon as they start.
        """
        for number in ENDED_BY:
            signal.signal(number, self._signalled)
        ready = [end for place in range(self._options.workers) if (end := self._start(place)) is not None]
        if all(os.read(end, 1) for end in ready) and not self._asked:
            on_ready()
        for end in ready:
            os.close(end)
        while self._running:
            self._look()
            time.sleep(_ASKED_EVERY)
        if self._unusable or self._early > _TRIES:
            raise UsageError("the workers end as soon as they start")

    def _start(self, place: int) -> int | None:
        """Fork a worker; the end of a pipe on which one byte tells that it serves. None where all are to end."""
        reading, writing = os.pipe()
        hears, told = os.pipe()
        sys.stdout.flush()
        with _no_signals():
            worker = -1 if self._asked else os.fork()
            if worker == 0:
                for number in ENDED_BY:
                    signal.signal(number, signal.SIG_IGN)
                for end in (reading, told, *(other.told for other in self._running.values())):
                    os.close(end)
            elif worker > 0:
                self._running[worker] = _Running(place, time.monotonic(), told)
        if worker == 0:
            os._exit(self._serve(place, writing, hears))
        for end in (writing, hears) if worker > 0 else (writing, hears, reading, told):
            os.close(end)
        return reading if worker > 0 else None

    def _serve(self, place: int, ready: int, hears: int) -> int:
        own = self._sockets[place]
        for held in self._sockets:
            if held is not own:
                # Else who connects while all end would wait for a worker that takes nobody any more.
                held.close()
        try:
            Worker(self._options, own, lambda: _tell_ready(ready), hears, tells=place == 0).run(signals=False)
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
        if self._end is not None and time.monotonic() > self._end:
            self._end_hard()
        for worker, (place, since, told) in list(self._running.items()):
            ended, status = os.waitpid(worker, os.WNOHANG)
            if not ended:
                continue
            with _no_signals():
                del self._running[worker]
                os.close(told)
            metrics.forget(worker)
            if self._asked:
                continue
            soon = time.monotonic() - since < _DIED_SOON
            self._early = self._early + 1 if soon else 0
            self._unusable = soon and os.waitstatus_to_exitcode(status) == _UNUSABLE
            if self._unusable or self._early > _TRIES:
                self._ask_to_end()
            elif (ready := self._start(place)) is not None:
                os.close(ready)

    def _signalled(self, *_: object) -> None:
        if self._signals.counts():
            self._ask_to_end()

    def _ask_to_end(self) -> None:
        self._end = time.monotonic() + _ENDS_WITHIN + (0 if self._asked else self._options.grace)
        self._asked += 1
        for held in self._sockets:
            held.close()
        for worker in self._running.values():
            _tell(worker.told, _END)

    def _end_hard(self) -> None:
        """End workers that do not end when they are asked to; nothing else would end them, and this one waits."""
        self._end = None
        for worker in self._running:
            log.warning("a worker did not end, and is killed")
            os.kill(worker, signal.SIGKILL)


@contextmanager
def _no_signals() -> Iterator[None]:
    """Let no signal in between: who is told of it must be known, and a new worker must not take it for its own."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDED_BY)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _tell(worker: int, said: bytes) -> None:
    """Tell a worker, unless it is gone already."""
    with suppress(OSError):
        os.write(worker, said)


def _tell_ready(ready: int) -> None:
    _tell(ready, b"1")
    os.close(ready)
