"""Bodies that are too large, too slow, broken off, or held back until they are asked for."""

import select
import time

import msgspec
import pytest

from tests.gateway.raw import Recorded, between, client, one_answer, said, until_closed

LOOKED_AT = b"POST /v1/messages HTTP/1.1\r\nHost: a\r\n"
PASSED = b"POST /v1/files HTTP/1.1\r\nHost: a\r\n"
BODY = b'{"messages":[{"role":"user","content":"Hi"}],"max_tokens":10,"model":"claude-sonnet-4-5"}'


@pytest.mark.parametrize(
    "pieces",
    [
        [LOOKED_AT + b"Content-Length: 1001\r\n\r\n"],
        [LOOKED_AT + b"Content-Length: 1001\r\n\r\n" + bytes(1001)],
        [LOOKED_AT + b"Content-Length: 1001\r\nExpect: 100-continue\r\n\r\n"],
        [LOOKED_AT + b"Transfer-Encoding: chunked\r\n\r\n", b"3e8\r\n" + bytes(1000) + b"\r\n", b"1\r\n1\r\n0\r\n\r\n"],
    ],
    ids=["said", "sent", "asked for", "in chunks"],
)
def test_a_body_over_the_limit_is_refused(pieces: list[bytes]) -> None:
    kept = Recorded()
    with between(kept, max_body=1000) as (server, _), client(server) as held:
        for piece in pieces:
            held.sendall(piece)
        answer = held.recv(65536)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert msgspec.json.decode(answer.partition(b"\r\n\r\n")[2])["error"]["type"] == "request_too_large"
    assert kept.requests == []


def test_what_is_not_looked_at_has_no_limit() -> None:
    kept = Recorded()
    with between(kept, max_body=1000) as (server, _):
        said(server, PASSED + b"Content-Length: 100000\r\nConnection: close\r\n\r\n" + bytes(100_000))
    assert kept.requests[0].endswith(bytes(100_000))


@pytest.mark.parametrize("start", [LOOKED_AT, PASSED], ids=["looked at", "passed"])
class TestBoth:
    def test_a_body_that_stops_coming_is_given_up(self, start: bytes) -> None:
        started = time.monotonic()
        with between(Recorded(), timeout=0.2) as (server, _), client(server) as held:
            held.sendall(start + b"Content-Length: 100\r\n\r\nabc")
            answer = one_answer(held)
        assert answer.startswith((b"HTTP/1.1 408 ", b"HTTP/1.1 504 "))
        assert time.monotonic() - started < 10

    def test_a_body_that_comes_too_slowly_is_given_up(self, start: bytes) -> None:
        with between(Recorded(), timeout=0.3) as (server, _), client(server) as held:
            held.sendall(start + b"Content-Length: 100\r\n\r\n")
            for _ in range(100):
                if select.select([held], [], [], 0.05)[0]:
                    break
                held.sendall(b"x")
            else:
                raise AssertionError("a byte now and then is taken for a body")
            assert one_answer(held).startswith((b"HTTP/1.1 408 ", b"HTTP/1.1 504 "))

    def test_a_body_that_is_garbled_is_refused(self, start: bytes) -> None:
        kept = Recorded()
        with between(kept) as (server, _), client(server) as held:
            held.sendall(start + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
            time.sleep(0.1)
            held.sendall(b"xyz\r\n")
            answer = one_answer(held)
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert [request for request in kept.requests if request.endswith(b"0\r\n\r\n")] == []

    def test_a_client_that_goes_in_the_middle_leaves_no_whole_request(self, start: bytes) -> None:
        kept = Recorded()
        with between(kept) as (server, _):
            with client(server) as held:
                held.sendall(start + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
                time.sleep(0.1)
            time.sleep(0.1)
        assert [request for request in kept.requests if request.endswith(b"0\r\n\r\n")] == []

    def test_a_body_is_asked_for(self, start: bytes) -> None:
        kept = Recorded()
        with between(kept) as (server, _), client(server) as held:
            head = b"Content-Length: %d\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n" % len(BODY)
            held.sendall(start + head)
            assert held.recv(65536) == b"HTTP/1.1 100 Continue\r\n\r\n"
            held.sendall(BODY)
            assert until_closed(held).startswith(b"HTTP/1.1 200 OK")
        assert kept.requests[0].endswith(BODY)
        assert b"Expect" not in kept.requests[0]
