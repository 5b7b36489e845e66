"""A gateway in a process of its own, with a group of its own, that is told to end."""

import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sendable.gateway.ending import TOGETHER
from tests.cli.running import PROGRAM
from tests.gateway.raw import OK, Connection, Running, Upstream, upstream

LONG = 60.0
"""Seconds that nothing takes which goes well."""

_CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n"
_REST = b"3\r\ntwo\r\n0\r\n\r\n"
GET = b"GET /v1/%s HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"


class Behind:
    """An upstream: of what begins with `/v1/s` it says the beginning, of all else nothing, until it may go on."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.asked = threading.Semaphore(0)

    def __call__(self, connection: Connection) -> None:
        streams = connection.request().startswith(b"GET /v1/s")
        if streams:
            connection.send(_CHUNKED)
        self.asked.release()
        self.go.wait(LONG)
        connection.send(_REST if streams else OK)


class Stopping:
    """A gateway that ends.

    Attributes:
        process: of the gateway.
        behind: its upstream.
    """

    def __init__(self, process: "subprocess.Popen[bytes]", behind: Behind) -> None:
        assert process.stdout is not None
        self.process = process
        self.behind = behind
        self.running = Running(process.stdout.readline().decode().strip())
        self._place = ("127.0.0.1", int(self.running.base_url.rpartition(":")[2]))

    def asks(self, what: bytes) -> socket.socket:
        """A client that asked for something that has arrived upstream."""
        held = socket.create_connection(self._place, LONG)
        held.sendall(GET % what)
        assert self.behind.asked.acquire(timeout=LONG)
        return held

    def signal(self, number: int, *, group: bool = False) -> None:
        """Tell it to end; returns once it has heard, and would hear another signal as another."""
        (os.killpg if group else os.kill)(self.process.pid, number)
        end = time.monotonic() + LONG
        while not self.refuses():
            assert time.monotonic() < end
            time.sleep(0.02)
        time.sleep(2 * TOGETHER)

    def refuses(self) -> bool:
        """Whether it takes no new client."""
        held = self.connected()
        if held is not None:
            held.close()
        return held is None

    def connected(self) -> socket.socket | None:
        """A client that asks for nothing; None where it is not taken."""
        try:
            return socket.create_connection(self._place, LONG)
        except ConnectionError:
            return None

    def ended(self) -> tuple[int, bytes]:
        """Its exit status, and what it told."""
        _, told = self.process.communicate(timeout=LONG)
        return self.process.returncode, told


@contextmanager
def stopping(*options: str) -> Iterator[Stopping]:
    behind = Behind()
    with upstream(behind) as made, _started(made, options) as process:
        try:
            yield Stopping(process, behind)
        finally:
            behind.go.set()
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def _started(made: Upstream, options: tuple[str, ...]) -> "subprocess.Popen[bytes]":
    command = [PROGRAM, "serve", "--listen", "127.0.0.1:0", "--upstream", made.url, *options]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
