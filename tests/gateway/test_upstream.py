"""An upstream that cannot be reached, is not who it says, or says nothing."""

import asyncio
import socket
import ssl
import subprocess
import threading
import time
from pathlib import Path
from shutil import which

import msgspec
import pytest

from sendable.gateway.asked import Asked
from sendable.gateway.options import Options, upstream_of
from sendable.gateway.upstream import Upstream
from tests.gateway.raw import OK, WAIT, Connection, Recorded, between, gateway, said, upstream
from tests.gateway.talk import SOUND, encoded, posted

GET = b"GET /v1/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as held:
        return int(held.getsockname()[1])


def cause_and_status(answer: bytes) -> tuple[str, int]:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert msgspec.json.decode(body)["type"] == "error"
    [cause] = [line for line in head.split(b"\r\n") if line.startswith(b"sendable-error: ")]
    return cause.decode().partition(": ")[2], int(head.split()[1])


def test_an_upstream_that_is_not_there() -> None:
    with gateway(f"http://127.0.0.1:{free_port()}") as server:
        assert cause_and_status(said(server, GET)) == ("upstream-unreachable", 502)


def test_an_upstream_without_a_name() -> None:
    with gateway("http://no-such-host.invalid") as server:
        assert cause_and_status(said(server, GET)) == ("upstream-unreachable", 502)


def test_an_upstream_that_says_nothing() -> None:
    def answering(connection: Connection) -> None:
        connection.request()
        connection.gone_within(WAIT)

    started = time.monotonic()
    with between(answering, timeout=0.3) as (server, _):
        assert cause_and_status(said(server, GET)) == ("upstream-timeout", 504)
    assert time.monotonic() - started < WAIT


def test_an_upstream_that_takes_no_connection() -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        held.listen(0)
        port = held.getsockname()[1]
        waiting = [socket.socket() for _ in range(3)]
        for one in waiting:
            one.setblocking(False)
            one.connect_ex(("127.0.0.1", port))
        with gateway(f"http://127.0.0.1:{port}", connect_timeout=0.3) as server:
            assert cause_and_status(said(server, GET)) == ("upstream-timeout", 504)
        for one in waiting:
            one.close()


def test_a_connection_that_was_closed_in_the_meantime_is_not_used_again() -> None:
    def answering(connection: Connection) -> None:
        connection.request()
        connection.send(OK)

    with between(answering) as (server, behind):
        for _ in range(3):
            assert said(server, GET).endswith(b"ok")
            time.sleep(0.05)
        assert behind.connections == 3


def test_a_connection_is_used_again() -> None:
    with between(Recorded()) as (server, behind):
        for _ in range(3):
            said(server, GET)
        assert behind.connections == 1


def test_the_path_of_the_upstream_is_put_in_front() -> None:
    kept = Recorded()
    with upstream(kept) as behind, gateway(f"{behind.url}/proxy/a%20b/") as server:
        said(server, GET)
    assert kept.requests[0].startswith(b"GET /proxy/a%20b/v1/x HTTP/1.1\r\n")


def test_the_environment_names_a_proxy_only_where_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    kept = Recorded()
    with upstream(kept) as behind:
        for asked in (True, False):
            with gateway(behind.url, environment_proxy=asked) as server:
                assert said(server, GET).endswith(b"ok")
    address = upstream_of("https://api.test")
    assert Upstream(address, Options(upstream="https://api.test"))._proxy is None
    assert (
        Upstream(address, Options(upstream="https://api.test", environment_proxy=True))._proxy == "http://127.0.0.1:1"
    )


def test_a_certificate_is_verified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if which("openssl") is None:
        pytest.skip("openssl is not installed")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"),
            *("-days", "2", "-subj", "/CN=elsewhere.test", "-addext", "subjectAltName=IP:127.0.0.1"),
            *("-keyout", str(key), "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    kept = Recorded()

    def answering(connection: Connection) -> None:
        with context.wrap_socket(connection.socket, server_side=True) as held:
            kept(Connection(held))

    with upstream(answering) as behind:
        secure = behind.url.replace("http:", "https:")
        with gateway(secure) as server:
            assert cause_and_status(said(server, GET)) == ("upstream-tls", 502)
        assert kept.requests == []
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        with gateway(secure) as server:
            assert said(server, GET).endswith(b"ok")
        with gateway(secure.replace("127.0.0.1", "localhost")) as server:
            assert cause_and_status(said(server, GET)) == ("upstream-tls", 502)


def test_a_connection_that_has_ended_is_not_used_again() -> None:
    """A request that is not idempotent must not be sent again, so it must not go into a connection that is closed."""
    closed = threading.Event()

    def answering(connection: Connection) -> None:
        connection.request()
        connection.send(OK)
        connection.socket.shutdown(socket.SHUT_RDWR)
        closed.set()

    async def twice(url: str) -> list[int]:
        asked = Asked("POST", b"/v1/messages", ((b"Host", b"a"),))
        statuses = []
        async with Upstream(upstream_of(url), Options(upstream=url)) as there:
            for _ in range(2):
                async with there.send(asked, asked.headers, b"{}", None) as response:
                    statuses.append(response.status)
                    await response.read()
                # The loop stands still, as under load, and so does not see the end.
                assert closed.wait(WAIT)
                closed.clear()
        return statuses

    with upstream(answering) as behind:
        assert asyncio.run(twice(behind.url)) == [200, 200]
        assert behind.connections == 2


def test_a_connection_that_stays_open_is_used_again() -> None:
    with between(Recorded()) as (server, behind):
        for _ in range(3):
            assert said(server, posted(encoded(SOUND))).endswith(b"ok")
        assert behind.connections == 1


def test_a_request_that_may_have_been_taken_in_is_not_sent_again() -> None:
    seen: list[bytes] = []

    def answering(connection: Connection) -> None:
        seen.append(connection.request())
        connection.send(OK)
        seen.append(connection.request())

    with between(answering) as (server, _):
        assert said(server, posted(encoded(SOUND))).endswith(b"ok")
        assert cause_and_status(said(server, posted(encoded(SOUND)))) == ("upstream-closed", 502)
    assert len(seen) == 2
