"""Heads on the wire, to the upstream and to the client."""

import pytest

from sendable.gateway.exact_request import put_head
from tests.gateway.raw import OK, Recorded, between, client, one_answer, said

HEADERS = (
    b"zulu: 1\r\nX-API-Key: k\r\nACCEPT: */*\r\nx-twice: a\r\nX-Twice: b\r\nx-empty: \r\nx-latin: \xe9\xff\r\n"
    b"x-utf: \xc3\xa9\r\nAccept-Encoding: br;q=0.5, zstd\r\nUser-Agent: Java-http-client/17.0.1\r\nCookie: a=b; c=d\r\n"
)


@pytest.mark.parametrize(
    "target", [b"/v1/x", b"/v1/x?", b"/v1/x?a=%zz&b=%2F&&c", b"/v1/%e9/a%2Fb;c=d/'\"<>{}|^`", b"//x//"]
)
@pytest.mark.parametrize("method", [b"GET", b"POST", b"DELETE", b"PATCH", b"PUT", b"HEAD", b"OPTIONS"])
def test_a_request_arrives_byte_for_byte(target: bytes, method: bytes) -> None:
    kept = Recorded()
    with between(kept) as (server, behind):
        said(server, method + b" " + target + b" HTTP/1.1\r\n" + HEADERS + b"HOST: me\r\nConnection: close\r\n\r\n")
    host = b"HOST: 127.0.0.1:%d\r\n" % behind.port
    assert kept.requests == [method + b" " + target + b" HTTP/1.1\r\n" + HEADERS + host + b"\r\n"]


@pytest.mark.parametrize("body", [b"", b"abc", bytes(range(256)) * 4000])
def test_a_body_with_a_length_arrives_byte_for_byte(body: bytes) -> None:
    kept = Recorded()
    length = b"Content-length: %d\r\n" % len(body)
    with between(kept) as (server, behind):
        said(server, b"PUT /x HTTP/1.1\r\nHost: me\r\n" + length + b"Connection: close\r\n\r\n" + body)
    assert kept.requests == [b"PUT /x HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s\r\n%s" % (behind.port, length, body)]


def test_a_body_in_chunks_arrives_in_chunks() -> None:
    kept = Recorded()
    with between(kept) as (server, _):
        said(
            server,
            b"PUT /x HTTP/1.1\r\nHost: me\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n",
            b"3;ext=1\r\nabc\r\n",
            b"2\r\nde\r\n0\r\nTrailer: gone\r\n\r\n",
        )
    head, _, body = kept.requests[0].partition(b"\r\n\r\n")
    assert b"\r\nTransfer-Encoding: chunked" in head
    assert b"ength" not in head
    assert b"Trailer" not in body
    assert b"".join(body.split(b"\r\n")[1::2]) == b"abcde"


@pytest.mark.parametrize(
    "answer",
    [
        OK,
        b"HTTP/1.1 200 Fine With Me\r\nX-B: 1\r\nx-a: \xe9\xff\r\nSet-Cookie: a=b\r\nset-cookie: c=d\r\n"
        b"Content-LENGTH: 0\r\n\r\n",
        b"HTTP/1.1 529 \r\nretry-after: 3\r\nContent-Length: 3\r\n\r\n{}\n",
        b"HTTP/1.1 204 No Content\r\nDate: today\r\nServer: me\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nLocation: http://elsewhere.test/\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 7\r\n\r\nno gzip",
    ],
)
def test_an_answer_arrives_byte_for_byte(answer: bytes) -> None:
    with between(Recorded(answer)) as (server, _), client(server) as held:
        for _ in range(2):
            held.sendall(b"GET /x HTTP/1.1\r\nHost: me\r\n\r\n")
            assert one_answer(held) == answer


def test_headers_of_the_upstream_s_connection_stay_behind() -> None:
    answer = (
        b"HTTP/1.1 200 OK\r\nConnection: keep-alive, x-hop\r\nKeep-Alive: timeout=5\r\nx-hop: 1\r\n"
        b"Proxy-Authenticate: x\r\nx-kept: 2\r\nContent-Length: 2\r\n\r\nok"
    )
    with between(Recorded(answer)) as (server, _), client(server) as held:
        held.sendall(b"GET /x HTTP/1.1\r\nHost: me\r\n\r\n")
        assert one_answer(held) == b"HTTP/1.1 200 OK\r\nx-kept: 2\r\nContent-Length: 2\r\n\r\nok"


def test_a_head_alone_keeps_its_length() -> None:
    with between(Recorded(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")) as (server, _):
        answer = said(server, b"HEAD /x HTTP/1.1\r\nHost: me\r\nConnection: close\r\n\r\n")
    assert answer == b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nConnection: close\r\n\r\n"


STREAM = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"


def test_a_stream_ends_with_the_connection_for_an_old_client() -> None:
    with between(Recorded(STREAM)) as (server, _):
        answer = said(server, b"GET /x HTTP/1.0\r\n\r\n")
    assert answer == b"HTTP/1.0 200 OK\r\nConnection: close\r\n\r\nabcde"


def test_an_old_client_may_keep_its_connection() -> None:
    with between(Recorded()) as (server, _), client(server) as held:
        for _ in range(2):
            held.sendall(b"GET /x HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            assert one_answer(held) == b"HTTP/1.0 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nok"


def test_an_aiohttp_that_writes_otherwise_is_told() -> None:
    with pytest.raises(AttributeError, match="version of aiohttp"):
        put_head(object(), b"")
