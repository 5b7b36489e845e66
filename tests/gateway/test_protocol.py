"""What happens before a request is one."""

import time

import msgspec
import pytest

from tests.gateway.raw import Recorded, between, client, one_answer, said, until_closed

GET = b"GET /v1/x HTTP/1.1\r\nHost: a\r\n"


@pytest.mark.parametrize(
    "request_bytes",
    [
        GET + b"A: " + bytes(5000).replace(b"\0", b"x") + b"\r\n\r\n",
        b"GET /" + bytes(5000).replace(b"\0", b"x") + b" HTTP/1.1\r\nHost: a\r\n\r\n",
        GET + b"".join(b"A%d: %s\r\n" % (number, b"x" * 100) for number in range(60)) + b"\r\n",
    ],
    ids=["one header", "the path", "all together"],
)
def test_a_head_over_the_limit_is_refused(request_bytes: bytes) -> None:
    kept = Recorded()
    with between(kept, max_header=4096) as (server, _):
        head, _, body = said(server, request_bytes).partition(b"\r\n\r\n")
    assert b" 431 " in head.split(b"\r\n")[0]
    assert msgspec.json.decode(body)["error"]["type"] == "invalid_request_error"
    assert b"xxx" not in body
    assert kept.requests == []


@pytest.mark.parametrize(
    ("request_bytes", "status", "words"),
    [
        (GET + b"".join(b"A%d: x\r\n" % number for number in range(3000)) + b"\r\n", 431, "more headers"),
        (b"FOO /v1/x HTTP/1.1\r\nHost: a\r\n\r\n", 400, "no method"),
        (GET + b"A b\r\n\r\n", 400, "no proper HTTP"),
    ],
    ids=["many headers", "an unknown method", "no header"],
)
def test_what_the_parser_does_not_take_is_told_in_its_own_words(request_bytes: bytes, status: int, words: str) -> None:
    with between(Recorded()) as (server, _):
        head, _, body = said(server, request_bytes).partition(b"\r\n\r\n")
    assert int(head.split()[1]) == status
    assert words in msgspec.json.decode(body)["error"]["message"]
    assert b"FOO" not in body


def test_a_head_within_the_limit_is_taken() -> None:
    kept = Recorded()
    value = b"x" * 30_000
    with between(kept) as (server, _):
        said(server, GET + b"A: " + value + b"\r\nConnection: close\r\n\r\n")
    assert value in kept.requests[0]


def test_a_head_that_does_not_end_is_given_up() -> None:
    started = time.monotonic()
    with between(Recorded(), header_timeout=0.3) as (server, _), client(server) as held:
        held.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n")
        for _ in range(2):
            time.sleep(0.1)
            held.sendall(b"A: b\r\n")
        assert until_closed(held) == b""
    assert time.monotonic() - started < 3


def test_a_head_that_ends_in_time_is_answered() -> None:
    with between(Recorded(), header_timeout=0.4) as (server, _), client(server) as held:
        for _ in range(3):
            for piece in (b"GET /v1/x HTTP/1.1\r\n", b"Host: a\r\n", b"\r\n"):
                held.sendall(piece)
                time.sleep(0.05)
            assert one_answer(held).endswith(b"ok")
            time.sleep(0.2)


def test_an_idle_connection_is_closed() -> None:
    with between(Recorded(), idle_timeout=0.2) as (server, _), client(server) as held, client(server) as silent:
        held.sendall(GET + b"\r\n")
        assert one_answer(held).endswith(b"ok")
        assert held.recv(1) == b""
        assert silent.recv(1) == b""


def test_requests_in_a_row_are_answered_in_a_row() -> None:
    kept = Recorded()
    with between(kept) as (server, _):
        answers = said(server, (GET + b"\r\n") * 5 + GET + b"Connection: close\r\n\r\n")
    assert answers.count(b"HTTP/1.1 200 OK") == 6
    assert len(kept.requests) == 6
