"""How a gateway ends."""

import threading
import time
from contextlib import suppress

import pytest

from sendable.errors import UsageError
from sendable.gateway.options import Options
from sendable.gateway.server import Server
from sendable.gateway.watch import Watch
from tests.gateway.raw import WAIT, Connection, Recorded, client, gateway, one_answer, until_closed, upstream

GET = b"GET /v1/x HTTP/1.1\r\nHost: a\r\n\r\n"
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n"


def stopping(server: Server) -> threading.Thread:
    thread = threading.Thread(target=server.stop)
    thread.start()
    time.sleep(0.2)
    return thread


def answer_of(server: Server) -> bytes:
    """What a new client gets; nothing where it is refused or cut off."""
    with suppress(ConnectionError), client(server) as held:
        held.sendall(GET)
        return held.recv(1)
    return b""


def test_a_running_stream_is_finished_and_a_new_client_is_not_taken() -> None:
    go = threading.Event()

    def answering(connection: Connection) -> None:
        connection.request()
        connection.send(CHUNKED)
        go.wait(WAIT)
        connection.send(b"3\r\ntwo\r\n0\r\n\r\n")

    with upstream(answering) as behind, gateway(behind.url, grace=WAIT) as server, client(server) as held:
        held.sendall(GET)
        seen = held.recv(65536)
        end = stopping(server)
        assert answer_of(server) == b""
        go.set()
        seen += until_closed(held)
        end.join(WAIT)
        assert not end.is_alive()
    assert seen.endswith(b"3\r\ntwo\r\n0\r\n\r\n")


@pytest.mark.parametrize("grace", [0, 0.3])
def test_a_stream_that_does_not_end_is_cut_after_the_grace_time(grace: float) -> None:
    def answering(connection: Connection) -> None:
        connection.request()
        connection.send(CHUNKED)
        connection.gone_within(WAIT)

    with upstream(answering) as behind, gateway(behind.url, grace=grace) as server, client(server) as held:
        held.sendall(GET)
        held.recv(65536)
        started = time.monotonic()
        server.stop()
        assert time.monotonic() - started < WAIT
        assert not until_closed(held).endswith(b"0\r\n\r\n")


def test_what_the_gateway_cuts_is_counted_as_its_own_doing(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    class Kept(Watch):
        def close(self) -> None:
            made.append(self.metrics.text()[0].decode())
            super().close()

    def answering(connection: Connection) -> None:
        if b" /v1/x " in connection.request():
            connection.send(CHUNKED)
        connection.gone_within(WAIT)

    monkeypatch.setattr("sendable.gateway.server.Watch", Kept)
    with (
        upstream(answering) as behind,
        gateway(behind.url, grace=0.3) as server,
        client(server) as stream,
        client(server) as waits,
    ):
        stream.sendall(GET)
        stream.recv(65536)
        waits.sendall(GET.replace(b"/x", b"/y"))
        server.stop()
        assert until_closed(waits).startswith(b"HTTP/1.1 503 ")
    assert 'sendable_gateway_failures_total{cause="stopped"} 2.0' in made[0]
    assert "client-gone" not in made[0]


def test_an_idle_client_does_not_hold_up_the_end() -> None:
    with upstream(Recorded()) as behind, gateway(behind.url, grace=WAIT) as server, client(server) as held:
        held.sendall(GET)
        one_answer(held)
        started = time.monotonic()
        server.stop()
        assert time.monotonic() - started < 1
        assert held.recv(1) == b""


def test_an_address_that_is_taken_is_told() -> None:
    with upstream(Recorded()) as behind, pytest.raises(UsageError, match="cannot listen"):
        Server(Options(upstream=behind.url, port=behind.port))


def test_an_upstream_that_is_none_is_told() -> None:
    with pytest.raises(UsageError, match="--upstream"):
        Server(Options(upstream="nowhere", port=0))
