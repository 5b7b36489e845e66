"""Requests that try to be taken for another, or to go elsewhere, on bare sockets."""

import re
from collections.abc import Iterator

import msgspec
import pytest

from sendable.gateway.server import Server
from tests.gateway.raw import Recorded, between, client, one_answer, said

POST = b"POST /v1/files HTTP/1.1\r\nHost: a\r\n"
GET = b"GET /v1/models HTTP/1.1\r\nHost: a\r\n"
SECRET = b"sk-very-secret"

SMUGGLED = {
    "length and chunks": POST + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "chunks and length": POST + b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
    "two lengths": POST + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
    "two equal lengths": POST + b"Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
    "a list of lengths": POST + b"Content-Length: 3, 3\r\n\r\nabc",
    "a length with a sign": POST + b"Content-Length: +3\r\n\r\nabc",
    "a negative length": POST + b"Content-Length: -3\r\n\r\nabc",
    "a length in hex": POST + b"Content-Length: 0x3\r\n\r\nabc",
    "an unknown coding": POST + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "two codings": POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "chunks that are not last": POST + b"Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n",
    "chunks told twice": POST + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
    "a coding behind a tab": POST + b"Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n",
    "chunks in HTTP/1.0": b"POST /v1/files HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a folded header": GET + b"A: b\r\n c\r\n\r\n",
    "a space before the colon": GET + b"Content-Length : 3\r\n\r\nabc",
    "a header without a name": GET + b": x\r\n\r\n",
    "a header before the first": b"GET / HTTP/1.1\r\n Host: a\r\n\r\n",
    "a nul in a header": GET + b"A: b\0c\r\n\r\n",
    "a bare return in a header": GET + b"A: b\rc\r\n\r\n",
    "bare line feeds": b"GET / HTTP/1.1\nHost: a\n\n",
    "one bare line feed": GET + b"A: b\nC: d\r\n\r\n",
    "a chunk size that is none": POST + b"Transfer-Encoding: chunked\r\n\r\nxx\r\n\r\n",
    "a negative chunk": POST + b"Transfer-Encoding: chunked\r\n\r\n-1\r\nabc\r\n0\r\n\r\n",
    "a chunk beyond all numbers": POST + b"Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nabc\r\n0\r\n\r\n",
    "a chunk longer than it says": POST + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabcdef\r\n0\r\n\r\n",
    "a chunk size that ends in a line feed": POST + b"Transfer-Encoding: chunked\r\n\r\n3\nabc\r\n0\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "two hosts": GET + b"Host: b\r\n\r\n",
    "another protocol": GET + b"Connection: upgrade\r\nUpgrade: websocket\r\n\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "HTTP/2 in words": b"GET / HTTP/2.0\r\nHost: a\r\n\r\n",
    "HTTP/0.9": b"GET /\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "a method that is none": b"get / HTTP/1.1\r\nHost: a\r\n\r\n",
    "a path that is no ASCII": b"GET /\xc3\xa9 HTTP/1.1\r\nHost: a\r\n\r\n",
}

ELSEWHERE = {
    "an absolute target": b"GET http://evil.test/ HTTP/1.1\r\nHost: a\r\n\r\n",
    "a tunnel": b"CONNECT evil.test:443 HTTP/1.1\r\nHost: a\r\n\r\n",
    "an asterisk": b"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
    "dots": b"GET /v1/../../admin HTTP/1.1\r\nHost: a\r\n\r\n",
    "dots at the end": b"GET /v1/.. HTTP/1.1\r\nHost: a\r\n\r\n",
    "escaped dots": b"GET /v1/%2e%2E/admin HTTP/1.1\r\nHost: a\r\n\r\n",
    "dots behind an escaped slash": b"GET /v1%2f..%2fadmin HTTP/1.1\r\nHost: a\r\n\r\n",
    "dots behind a backslash": b"GET /v1\\..\\admin HTTP/1.1\r\nHost: a\r\n\r\n",
    "a fragment": b"GET /v1#x HTTP/1.1\r\nHost: a\r\n\r\n",
    "an expectation": GET + b"Expect: the-moon\r\n\r\n",
}


@pytest.fixture(scope="module")
def kept() -> Recorded:
    return Recorded()


@pytest.fixture(scope="module")
def server(kept: Recorded) -> Iterator[Server]:
    with between(kept) as (made, _):
        yield made


@pytest.mark.parametrize("request_bytes", [*SMUGGLED.values(), *ELSEWHERE.values()], ids=[*SMUGGLED, *ELSEWHERE])
def test_what_could_be_taken_for_another_request_is_refused(
    server: Server, kept: Recorded, request_bytes: bytes
) -> None:
    before = len(kept.requests)
    answer = said(server, request_bytes, b"GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.split()[1] in (b"400", b"417")
    assert b"connection: close" in head.lower()
    assert len(re.findall(rb"^HTTP/1", answer, re.M)) == 1
    told = msgspec.json.decode(body)
    assert told["type"] == "error"
    assert told["error"]["type"] == "invalid_request_error"
    assert [request for request in kept.requests[before:] if b"smuggled" in request] == []


@pytest.mark.parametrize(
    "request_bytes", [GET + b"A: " + SECRET + b"\0\r\n\r\n", POST + b"Content-Length: " + SECRET + b"\r\n\r\n"]
)
def test_a_refusal_repeats_nothing_of_what_came(server: Server, request_bytes: bytes) -> None:
    assert SECRET not in said(server, request_bytes)


@pytest.mark.parametrize("path", [b"//evil.test/x", b"/@evil.test/", b"/%2f%2fevil.test", b"/a/...", b"/a..b/.c"])
def test_an_odd_path_goes_to_the_upstream_as_it_is(server: Server, kept: Recorded, path: bytes) -> None:
    said(server, b"GET %s HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n" % path)
    assert kept.requests[-1].startswith(b"GET %s HTTP/1.1\r\nHost: 127.0.0.1:" % path)


def test_a_change_to_http_2_is_not_taken_up_but_no_fault(server: Server, kept: Recorded) -> None:
    """Java's client offers it with its first request."""
    with client(server) as held:
        for body in (b"abc", b"defg"):
            held.sendall(
                POST + b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEA\r\n"
                b"Content-Length: %d\r\n\r\n" % len(body) + body
            )
            assert one_answer(held).startswith(b"HTTP/1.1 200 ")
            assert kept.requests[-1].endswith(b"\r\n\r\n" + body)
            assert b"http2" not in kept.requests[-1].lower()
            assert b"upgrade" not in kept.requests[-1].lower()
