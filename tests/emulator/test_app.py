"""What comes over the wire broken, slow or too large is answered or let go, and the next one is answered."""

import asyncio
import gzip
import socket
import struct
from collections.abc import Iterator
from typing import Any

import httpx2
import msgspec
import pytest

from sendable.emulator.app import App
from sendable.emulator.emulator import Emulator
from sendable.emulator.server import Server, serving
from sendable.wire.build import request, user
from tests.emulator.calling import HEADERS, emulator

BODY = msgspec.json.encode(request(user("Hi")))
STREAM = msgspec.json.encode(request(user("Hi"), stream=True))
HEAD = b"".join(f"{name}: {value}\r\n".encode() for name, value in HEADERS.items())


@pytest.fixture
def server(capfd: pytest.CaptureFixture[str]) -> Iterator[Server]:
    with serving("Hello. " * 200) as made:
        yield made
        assert post(made, BODY).status_code == 200
    told = capfd.readouterr()
    assert (told.out, told.err) == ("", "")


def post(server: Server, body: Any, **headers: str) -> httpx2.Response:
    return httpx2.post(f"{server.base_url}/v1/messages", content=body, headers={**HEADERS, **headers}, timeout=30)


def raw(server: Server, sent: bytes, close: bool = False) -> bytes:
    """What comes back for these bytes, until the server closes or is silent."""
    host, port = server.base_url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=5) as held:
        held.sendall(sent)
        if close:
            held.shutdown(socket.SHUT_WR)
        held.settimeout(0.5)
        got = b""
        try:
            while piece := held.recv(65536):
                got += piece
        except (TimeoutError, ConnectionError):
            pass
        return got


def head(length: int | bytes, more: bytes = b"") -> bytes:
    written = length if isinstance(length, bytes) else str(length).encode()
    return (
        b"POST /v1/messages HTTP/1.1\r\nhost: x\r\n" + HEAD + b"content-length: " + written + b"\r\n" + more + b"\r\n"
    )


def test_half_a_body_is_let_go(server: Server) -> None:
    assert raw(server, head(len(BODY)) + BODY[:20], close=True) == b""


def test_a_body_that_is_shorter_than_its_length_waits_and_one_that_is_longer_is_cut(server: Server) -> None:
    assert raw(server, head(len(BODY) + 5) + BODY) == b""
    assert b"unexpected end of data" in raw(server, head(len(BODY) - 1) + BODY)


@pytest.mark.parametrize("length", [b"-1", b"x", b"1e9"])
def test_a_length_that_is_none_is_refused(server: Server, length: bytes) -> None:
    assert raw(server, head(length) + BODY).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("sent", [b"\x16\x03\x01\x02\x00\x01", b"NONSENSE\r\n\r\n"])
def test_what_is_no_http_is_refused(server: Server, sent: bytes) -> None:
    assert raw(server, sent).startswith(b"HTTP/1.1 400")


def test_bodies_in_chunks_are_read(server: Server) -> None:
    assert post(server, iter([BODY[:9], BODY[9:]])).status_code == 200


def test_packed_bodies_are_read_and_unknown_encodings_refused(server: Server) -> None:
    assert post(server, gzip.compress(BODY, mtime=0), **{"content-encoding": "gzip"}).status_code == 200
    refused = post(server, BODY, **{"content-encoding": "br"})
    assert (refused.status_code, refused.json()["type"]) == (415, "error")


def test_a_body_of_33_mb_is_too_large_and_hears_so(server: Server) -> None:
    for body in (b" " * (33 * 1024 * 1024), (b" " * 1024 * 1024 for _ in range(40))):
        refused = post(server, body)
        assert (refused.status_code, refused.json()["error"]["type"]) == (413, "request_too_large")


@pytest.mark.parametrize("body", [b"[" * 10_000 + b"]" * 10_000, b'{"a":' * 10_000 + b"1" + b"}" * 10_000])
def test_deep_json_is_refused(server: Server, body: bytes) -> None:
    refused = post(server, body)
    assert refused.status_code == 400
    assert "not valid JSON" in refused.json()["error"]["message"]


@pytest.mark.parametrize("depth", [100, 300, 500, 900])
def test_depth_inside_a_request_is_answered(server: Server, depth: int) -> None:
    nested = b'{"a":[' * depth + b"{}" + b"]}" * depth
    for body in (
        request(user({"type": "tool_result", "tool_use_id": "a", "content": "NESTED"})),
        request(user("Hi"), tools=[{"name": "a", "input_schema": {"type": "object", "properties": "NESTED"}}]),
        request(user("Hi"), metadata="NESTED"),
    ):
        sent = msgspec.json.encode(body).replace(b'"NESTED"', nested)
        assert post(server, sent).status_code in (200, 400)


def test_a_slow_reader_holds_up_nobody(server: Server) -> None:
    host, port = server.base_url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as slow:
        slow.sendall(head(len(STREAM)) + STREAM)
        slow.recv(10)
        assert post(server, BODY).status_code == 200


def test_a_client_that_leaves_in_the_middle_of_a_stream_is_forgotten(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    host, port = server.base_url.removeprefix("http://").split(":")
    for _ in range(20):
        with socket.create_connection((host, int(port))) as gone:
            gone.sendall(head(len(STREAM)) + STREAM)
            gone.recv(10)
            # closed so that the server's next words are answered with a reset
            gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    assert post(server, BODY).status_code == 200
    assert caplog.messages == []


def test_unknown_paths_and_methods_are_told_as_errors(server: Server) -> None:
    for method, path, status in (("GET", "/", 404), ("GET", "/v1/messages", 405), ("POST", "/v1/nothing", 404)):
        answer = httpx2.request(method, f"{server.base_url}{path}", headers=HEADERS)
        assert (answer.status_code, answer.json()["type"]) == (status, "error")
        assert answer.headers["request-id"] == answer.json()["request_id"]


def test_a_body_that_stops_coming_is_given_up() -> None:
    sent: list[Any] = []

    async def run() -> None:
        async def receive() -> Any:
            await asyncio.sleep(10)

        async def send(message: Any) -> None:
            sent.append(message)

        scope = {"type": "http", "method": "POST", "path": "/v1/messages", "headers": []}
        await App(emulator(), patience=0.05)(scope, receive, send)

    asyncio.run(run())
    assert sent[0]["status"] == 408


def test_it_is_an_asgi_app_that_leaves_other_protocols_alone() -> None:
    async def nothing(*_args: Any) -> Any:
        raise AssertionError

    asyncio.run(App(emulator())({"type": "lifespan"}, nothing, nothing))


@pytest.mark.parametrize(
    ("scope", "found"),
    [
        ({"path": "/v1/models"}, True),
        ({"root_path": "/mock", "path": "/mock/v1/models", "raw_path": b"/mock/v1/models"}, True),
        ({"root_path": "/mock/", "path": "/mock/v1/models"}, True),
        ({"root_path": "/mock", "path": "/v1/models"}, True),
        ({"root_path": "/v", "path": "/v1/models"}, True),
        ({"root_path": "/mock", "path": "/other/v1/models"}, False),
    ],
)
def test_it_may_be_mounted_under_a_path(scope: Any, found: bool) -> None:
    assert asked(emulator(), scope)["status"] == (200 if found else 404)


def test_addresses_name_the_path_that_it_is_mounted_under() -> None:
    to = emulator()
    mounted = {"root_path": "/mock", "path": "/mock/v1/messages/batches"}
    asked(to, {**mounted, "method": "POST"}, msgspec.json.encode({"requests": [{"custom_id": "a", "params": {}}]}))
    [batch] = to.batches
    answer = asked(to, {**mounted, "path": f"/mock/v1/messages/batches/{batch}"})
    results = msgspec.json.decode(answer["body"])["results_url"]
    assert results == f"http://localhost/mock/v1/messages/batches/{batch}/results"


def asked(to: Emulator, scope: Any, body: bytes = b"") -> dict[str, Any]:
    """What a call without a network is answered."""
    told: dict[str, Any] = {}

    async def receive() -> Any:
        return {"type": "http.request", "body": body}

    async def send(message: Any) -> None:
        told.update(message)

    headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    asyncio.run(App(to)({"type": "http", "method": "GET", "headers": headers, **scope}, receive, send))
    return told
