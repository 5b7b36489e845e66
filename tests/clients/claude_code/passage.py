"""Notes what a client sends, and passes it on unchanged."""

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple
from urllib.parse import urlsplit

HOP_BY_HOP = {"connection", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"}


class Sent(NamedTuple):
    """A request, with its headers by lower-case name but for those that belong to one connection."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes


class Passage(NamedTuple):
    """Where requests are sent to be noted, and what was noted."""

    address: str
    sent: list[Sent]


@contextmanager
def noting(upstream: str) -> Iterator[Passage]:
    """A server that passes on to `upstream` whatever comes."""
    sent: list[Sent] = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(urlsplit(upstream).netloc, sent))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield Passage(f"http://127.0.0.1:{server.server_port}", sent)
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)


def lasting(headers: dict[str, str]) -> dict[str, str]:
    """The headers that go from one end to the other, by lower-case name."""
    lower = {name.lower(): value for name, value in headers.items()}
    return {name: value for name, value in lower.items() if name not in HOP_BY_HOP}


def _handler(upstream: str, sent: list[Sent]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def handle_one_request(self) -> None:
            self.raw_requestline = self.rfile.readline(65537)
            self.close_connection = True
            if not self.raw_requestline or not self.parse_request():
                return
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = lasting(dict(self.headers.items()))
            sent.append(Sent(self.command, self.path, headers, body))
            onwards = http.client.HTTPConnection(upstream, timeout=60)
            onwards.request(self.command, self.path, body or None, headers)
            self._answer(onwards.getresponse())
            onwards.close()

        def _answer(self, answer: http.client.HTTPResponse) -> None:
            self.send_response_only(answer.status)
            for name, value in lasting(dict(answer.getheaders())).items():
                self.send_header(name, value)
            self.send_header("connection", "close")
            self.end_headers()
            while piece := answer.read1(65536):
                self.wfile.write(piece)

    return Handler
