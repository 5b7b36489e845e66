"""Answers while they come: pieces, slow readers, and connections that end too early on either side."""

import logging
import threading
import time
from contextlib import suppress

import msgspec
import pytest

from sendable.relay import tell_once
from tests.gateway.raw import OK, WAIT, Connection, Recorded, between, client, said, until_closed
from tests.gateway.talk import BROKEN, encoded, parts, posted

GET = b"GET /v1/x HTTP/1.1\r\nHost: a\r\n\r\n"
CLOSING = b"GET /v1/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
CHUNKED = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
HUGE = 64 * 1024 * 1024


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


def test_each_piece_of_a_stream_is_there_before_the_next_is_sent() -> None:
    go = threading.Semaphore(0)

    def answering(connection: Connection) -> None:
        connection.request()
        connection.send(CHUNKED)
        for event in (b"one", b"two", b"three"):
            go.acquire(timeout=WAIT)
            connection.send(chunk(event))
        go.acquire(timeout=WAIT)
        connection.send(b"0\r\n\r\n")

    with between(answering) as (server, _), client(server) as held:
        held.sendall(CLOSING)
        seen = held.recv(65536)
        assert seen.endswith(b"\r\n\r\n")
        for event in (b"one", b"two", b"three"):
            go.release()
            seen = held.recv(65536)
            assert event in seen
        go.release()
        assert until_closed(held) == b"0\r\n\r\n"


def test_a_slow_reader_holds_the_upstream_back() -> None:
    sent = [0]
    piece = chunk(bytes(64 * 1024))

    def answering(connection: Connection) -> None:
        connection.request()
        connection.send(CHUNKED)
        while sent[0] < HUGE:
            connection.send(piece)
            sent[0] += len(piece)
        connection.send(b"0\r\n\r\n")

    with between(answering) as (server, _), client(server, SO_RCVBUF=64 * 1024) as held:
        held.sendall(GET)
        held.recv(1024)
        before = -1
        while before != sent[0]:
            before = sent[0]
            time.sleep(0.3)
        # What fits into the buffers of four sockets and two small ones in between.
        assert 0 < sent[0] < 16 * 1024 * 1024
        while sent[0] < HUGE:
            assert held.recv(1 << 20)


def test_an_upload_is_held_back_by_a_slow_upstream() -> None:
    go = threading.Event()
    arrived = [0]

    def answering(connection: Connection) -> None:
        go.wait(WAIT)
        while arrived[0] < HUGE:
            arrived[0] += len(connection.socket.recv(1 << 20))
        connection.send(OK)

    with between(answering) as (server, _), client(server) as held:
        held.sendall(b"POST /v1/files HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % HUGE)
        held.settimeout(0.5)
        sent = 0
        with suppress(TimeoutError):
            while sent < HUGE:
                sent += held.send(bytes(1 << 16))
        assert sent < 24 * 1024 * 1024
        held.settimeout(WAIT)
        go.set()
        held.sendall(bytes(HUGE - sent))
        assert until_closed(held).endswith(b"ok")


def test_an_upstream_is_left_when_the_client_is_gone() -> None:
    left = threading.Event()

    def answering(connection: Connection) -> None:
        connection.request()
        connection.send(CHUNKED + chunk(b"one"))
        if connection.gone_within(WAIT):
            left.set()

    with between(answering) as (server, _):
        with client(server) as held:
            held.sendall(GET)
            seen = b""
            while b"one" not in seen:
                seen += held.recv(65536)
        assert left.wait(WAIT)


def test_an_upstream_is_left_when_the_client_goes_before_the_answer() -> None:
    asked, left = threading.Event(), threading.Event()

    def answering(connection: Connection) -> None:
        connection.request()
        asked.set()
        if connection.gone_within(WAIT):
            left.set()

    with between(answering) as (server, _):
        with client(server) as held:
            held.sendall(GET)
            assert asked.wait(WAIT)
        assert left.wait(WAIT)


@pytest.mark.parametrize(
    "begun",
    [CHUNKED + chunk(b"one"), CHUNKED + b"10\r\nhalf", b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\none"],
    ids=["between chunks", "inside a chunk", "before its length"],
)
def test_an_answer_that_is_cut_is_cut_for_the_client_too(begun: bytes) -> None:
    def answering(connection: Connection) -> None:
        connection.request()
        connection.send(begun)

    with between(answering) as (server, _):
        answer = said(server, GET)
    assert answer.startswith(b"HTTP/1.1 200 OK")
    assert not answer.endswith(b"0\r\n\r\n")
    assert answer.rstrip().endswith((b"one", b"half"))


def test_an_answer_that_is_cut_does_not_look_whole_to_an_old_client() -> None:
    def answering(connection: Connection) -> None:
        connection.request()
        connection.send(CHUNKED + chunk(b"one"))

    with between(answering) as (server, _), client(server) as held:
        held.sendall(b"GET /v1/x HTTP/1.0\r\n\r\n")
        with pytest.raises(ConnectionResetError):
            held.makefile("rb").read()


def test_an_answer_that_falls_silent_is_cut() -> None:
    def answering(connection: Connection) -> None:
        connection.request()
        connection.send(CHUNKED + chunk(b"one"))
        connection.gone_within(WAIT)

    started = time.monotonic()
    with between(answering, timeout=0.3) as (server, _):
        answer = said(server, GET)
    assert b"one" in answer
    assert not answer.endswith(b"0\r\n\r\n")
    assert time.monotonic() - started < WAIT


def test_an_answer_that_is_there_before_the_body_is_handed_back() -> None:
    def answering(connection: Connection) -> None:
        connection.socket.recv(1024)
        connection.send(b"HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbig")

    with between(answering) as (server, _), client(server) as held:
        held.sendall(b"POST /v1/files HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n" + bytes(1000))
        assert held.recv(65536).startswith(b"HTTP/1.1 413 Too Large")


@pytest.mark.parametrize(
    ("answer", "status", "cause"),
    [
        (b"", 502, "upstream-closed"),
        (b"HTTP/1.1 200", 502, "upstream-closed"),
        (b"SSH-2.0-OpenSSH\r\n\r\n", 502, "upstream-garbled"),
        (b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n", 502, "upstream-garbled"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", 502, "upstream-garbled"),
    ],
)
def test_an_answer_that_is_none_becomes_a_clear_error(answer: bytes, status: int, cause: str) -> None:
    def answering(connection: Connection) -> None:
        connection.request()
        connection.send(answer)

    with between(answering) as (server, _):
        head, _, body = said(server, CLOSING).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert b"sendable-error: " + cause.encode() in head
    told = msgspec.json.decode(body)
    assert (told["type"], told["error"]["type"], told["request_id"]) == ("error", "api_error", None)
    assert b"127.0.0.1" not in body


def test_interim_answers_are_waited_out() -> None:
    def answering(connection: Connection) -> None:
        connection.request()
        connection.send(b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + OK)

    with between(answering) as (server, _):
        assert said(server, CLOSING) == b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"


@pytest.mark.parametrize("path", [b"//v1/messages", b"/v1//messages", b"/v1/messages/", b"/v1/%6dessages"])
def test_a_path_that_is_nearly_looked_at_goes_as_it_came_and_is_told(
    path: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    tell_once.cache_clear()
    kept = Recorded()
    body = encoded(BROKEN)
    with caplog.at_level(logging.INFO), between(kept) as (server, _):
        answers = [parts(said(server, posted(body, path))) for _ in range(2)]
        counted = said(server, b"GET /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    tell_once.cache_clear()
    for status, headers, _ in answers:
        assert (status, headers["sendable-verdict"], headers["sendable-notes"]) == (200, "unread", "spelling")
    assert [request.startswith(b"POST %s HTTP/1.1" % path) for request in kept.requests] == [True, True]
    assert all(request.endswith(body) for request in kept.requests)
    warned = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert len(warned) == 1
    assert "looks like one of the Messages API" in warned[0]
    assert b'sendable_notes_total{note="spelling"} 2.0' in counted
    assert "unread api messages - notes spelling" in caplog.text
    assert path.decode() not in caplog.text


def test_an_other_path_is_told_of_by_nothing(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING), between(Recorded()) as (server, _):
        for path in (b"//v1/files", b"/v1/messages/batches/", b"/model/amazon.titan-text-express-v1/invoke"):
            assert b"sendable-" not in said(server, posted(b'{"inputText":"hi"}', path))
    assert caplog.records == []
