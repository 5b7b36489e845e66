"""What of a request becomes visible, and how many there may be."""

import logging
import threading

import msgspec
import pytest

from sendable.gateway import handling
from tests.gateway.raw import OK, WAIT, Connection, Recorded, between, client, gateway, one_answer, said, upstream
from tests.gateway.talk import BROKEN, encoded, parts, posted
from tests.gateway.test_looked_at import ANSWER, Scripted

CLOSING = b"GET /v1/x?key=sk-secret HTTP/1.1\r\nHost: a\r\nX-Api-Key: sk-secret\r\nConnection: close\r\n\r\n"


def test_one_request_too_many_is_told_to_come_again() -> None:
    asked, go = threading.Event(), threading.Event()

    def answering(connection: Connection) -> None:
        while connection.request():
            asked.set()
            go.wait(WAIT)
            connection.send(OK)

    with between(answering, concurrency=1) as (server, _), client(server) as held:
        held.sendall(CLOSING)
        assert asked.wait(WAIT)
        head, _, body = said(server, CLOSING).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 503 ")
        assert b"\r\nretry-after: 1" in head
        assert msgspec.json.decode(body)["error"]["type"] == "overloaded_error"
        assert said(server, b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").startswith(
            b"HTTP/1.1 200"
        )
        go.set()
        assert one_answer(held).endswith(b"ok")
        assert said(server, CLOSING).endswith(b"ok")


def test_it_is_told_by_what_was_asked_for(caplog: pytest.LogCaptureFixture) -> None:
    asked, go = threading.Event(), threading.Event()

    def answering(connection: Connection) -> None:
        connection.request()
        asked.set()
        go.wait(WAIT)
        connection.send(OK)

    with (
        caplog.at_level(logging.INFO),
        between(answering, concurrency=1) as (server, _),
        client(server) as held,
    ):
        held.sendall(CLOSING)
        assert asked.wait(WAIT)
        for path in (b"/v1/messages", b"/v1/messages/count_tokens", b"/v1/files"):
            assert said(server, posted(b"{}", path)).startswith(b"HTTP/1.1 503 ")
        go.set()
        one_answer(held)
    lines = [record.getMessage() for record in caplog.records if "cause=concurrency" in record.getMessage()]
    assert [line.split()[:2] for line in lines] == [["messages", "503"], ["count_tokens", "503"], ["passed", "503"]]


def test_a_fault_of_the_gateway_is_told_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("sk-secret")

    monkeypatch.setattr(handling, "pass_through", broken)
    with caplog.at_level(logging.INFO), between(Recorded()) as (server, _):
        head, _, body = said(server, CLOSING).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 500 ")
    assert msgspec.json.decode(body)["error"]["type"] == "api_error"
    assert "RuntimeError at test_handling.py" in caplog.text
    assert "Traceback" not in caplog.text
    assert "sk-secret" not in caplog.text
    assert b"sk-secret" not in body


def test_a_line_a_request_names_no_key_no_path_and_no_address(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG), between(Recorded()) as (server, behind):
        said(server, CLOSING)
        said(server, b"BAD\r\n\r\n")
    lines = [record.getMessage() for record in caplog.records if record.name == "sendable.gateway"]
    assert [line.split()[:2] for line in lines] == [["passed", "200"], ["refused", "400"]]
    for hidden in ("sk-secret", "/v1/x", str(behind.port)):
        assert hidden not in caplog.text


def test_a_path_counts_as_the_upstream_sees_it() -> None:
    """The upstream stands below a path of its own, which a client may leave to the gateway."""
    behind = Scripted(ANSWER)
    with upstream(behind) as held, gateway(f"{held.url}/v1") as server:
        status, headers, _ = parts(said(server, posted(encoded(BROKEN), b"/messages")))
        assert (status, headers["sendable-verdict"]) == (200, "repaired")
        status, headers, _ = parts(said(server, posted(encoded(BROKEN), b"/message")))
        assert (status, "sendable-verdict" in headers) == (200, False)
    assert [taken.split(b" ")[1] for taken in behind.requests] == [b"/v1/messages", b"/v1/message"]
    assert behind.bodies[1] == encoded(BROKEN)
    assert behind.bodies[0] != encoded(BROKEN)
