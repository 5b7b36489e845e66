"""Clients and upstreams on bare sockets: what aiohttp and the SDK would not say, and every byte of what was said."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from sendable.gateway.options import Options
from sendable.gateway.server import Server

WAIT = 5.0
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

Answering = Callable[["Connection"], None]


class Running(NamedTuple):
    """A gateway in another process."""

    base_url: str


class Connection:
    """One connection that an upstream was given."""

    def __init__(self, held: socket.socket) -> None:
        self.socket = held
        self._left = b""

    def request(self) -> bytes:
        """The next request, head and body, byte for byte; b"" where none comes."""
        while b"\r\n\r\n" not in self._left:
            if not self._more():
                return b""
        head, _, _ = self._left.partition(b"\r\n\r\n")
        size = len(head) + 4
        if b"transfer-encoding: chunked" in head.lower():
            while not self._left.endswith(b"0\r\n\r\n"):
                if not self._more():
                    return self._left
            size = len(self._left)
        for line in head.split(b"\r\n"):
            if line.lower().startswith(b"content-length:"):
                size += int(line.partition(b":")[2])
        while len(self._left) < size:
            if not self._more():
                return self._left
        taken, self._left = self._left[:size], self._left[size:]
        return taken

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def gone_within(self, seconds: float) -> bool:
        """Whether the other side closes the connection in this time."""
        self.socket.settimeout(seconds)
        try:
            while self.socket.recv(65536):
                pass
        except TimeoutError:
            return False
        except OSError:
            return True
        return True

    def _more(self) -> bool:
        try:
            piece = self.socket.recv(65536)
        except OSError:
            return False
        self._left += piece
        return bool(piece)


class Upstream:
    """Takes connections, and lets each be answered in a thread."""

    def __init__(self, answering: Answering) -> None:
        self._answering = answering
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.connections = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                held, _ = self._socket.accept()
                self.connections += 1
                held.settimeout(WAIT)
                threading.Thread(target=self._serve, args=(Connection(held),), daemon=True).start()

    def _serve(self, connection: Connection) -> None:
        with suppress(OSError), connection.socket:
            self._answering(connection)

    def close(self) -> None:
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


class Recorded:
    """An upstream that keeps each request and gives each the same answer."""

    def __init__(self, answer: bytes = OK) -> None:
        self.requests: list[bytes] = []
        self._answer = answer

    def __call__(self, connection: Connection) -> None:
        while request := connection.request():
            self.requests.append(request)
            connection.send(self._answer)


@contextmanager
def upstream(answering: Answering) -> Iterator[Upstream]:
    made = Upstream(answering)
    try:
        yield made
    finally:
        made.close()


@contextmanager
def gateway(url: str, **options: Any) -> Iterator[Server]:
    defaults: dict[str, Any] = {"port": 0, "grace": 1.0, "timeout": WAIT}
    with Server(Options(upstream=url, **{**defaults, **options})) as server:
        yield server


@contextmanager
def between(answering: Answering, **options: Any) -> Iterator[tuple[Server, Upstream]]:
    """A gateway in front of a raw upstream."""
    with upstream(answering) as behind, gateway(behind.url, **options) as server:
        yield server, behind


@contextmanager
def client(server: Server | Running, **options: int) -> Iterator[socket.socket]:
    """A bare connection to a gateway."""
    held = socket.socket()
    for name, value in options.items():
        held.setsockopt(socket.SOL_SOCKET, getattr(socket, name), value)
    held.settimeout(WAIT)
    with held:
        held.connect(("127.0.0.1", int(server.base_url.rpartition(":")[2])))
        yield held


def said(server: Server | Running, *pieces: bytes) -> bytes:
    """All that a gateway says to these bytes until it closes the connection."""
    with client(server) as held:
        for piece in pieces:
            held.sendall(piece)
        return until_closed(held)


def until_closed(held: socket.socket) -> bytes:
    whole = b""
    with suppress(ConnectionResetError):
        while piece := held.recv(65536):
            whole += piece
    return whole


def one_answer(held: socket.socket) -> bytes:
    """The next answer of a connection that stays open; its body by its length."""
    whole = b""
    while b"\r\n\r\n" not in whole:
        piece = held.recv(65536)
        assert piece, whole
        whole += piece
    head, _, body = whole.partition(b"\r\n\r\n")
    lengths = [
        int(line.partition(b":")[2]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length")
    ]
    while len(body) < (lengths or [0])[0]:
        piece = held.recv(65536)
        assert piece, whole
        body += piece
    return head + b"\r\n\r\n" + body
