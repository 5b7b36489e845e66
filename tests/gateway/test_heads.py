from sendable.gateway.heads import forwarded, replaced, request_head, response_head, without


def test_a_head_is_written_as_it_is_given() -> None:
    head = request_head("POST", b"/a%2F?b=%zz&c", ((b"HOST", b"x"), (b"X-\xe9", b"\xff"), (b"X-Empty", b"")))
    assert head == b"POST /a%2F?b=%zz&c HTTP/1.1\r\nHOST: x\r\nX-\xe9: \xff\r\nX-Empty: \r\n\r\n"


def test_an_answer_says_what_the_upstream_said() -> None:
    assert response_head((1, 1), 200, "Fine", ()) == b"HTTP/1.1 200 Fine\r\n\r\n"
    assert response_head((1, 1), 200, "", ()) == b"HTTP/1.1 200 \r\n\r\n"
    assert response_head((1, 0), 529, None, ()) == b"HTTP/1.0 529 \r\n\r\n"
    assert response_head((1, 1), 502, None, ()) == b"HTTP/1.1 502 Bad Gateway\r\n\r\n"


def test_the_host_is_replaced_where_it_stood() -> None:
    headers = ((b"A", b"1"), (b"hOsT", b"me"), (b"B", b"2"))
    assert forwarded(headers, "up:1", None, {}) == ((b"A", b"1"), (b"hOsT", b"up:1"), (b"B", b"2"))
    assert forwarded(headers[:1], "up:1", None, {}) == ((b"Host", b"up:1"), (b"A", b"1"))


def test_the_length_follows_the_body_that_is_sent() -> None:
    host = (b"Host", b"me")
    said = forwarded((host, (b"Content-Length", b"3"), (b"A", b"1")), "me", 5, {})
    assert said == (host, (b"Content-Length", b"5"), (b"A", b"1"))
    assert forwarded((host, (b"Transfer-Encoding", b"chunked")), "me", 5, {}) == (host, (b"content-length", b"5"))
    assert forwarded((host,), "me", 0, {}) == (host,)
    assert forwarded((host, (b"Content-Length", b"0")), "me", 0, {}) == (host, (b"Content-Length", b"0"))


def test_changed_headers_take_the_place_of_the_first_of_their_name() -> None:
    headers = ((b"Anthropic-Beta", b"a"), (b"X", b"1"), (b"anthropic-beta", b"b"))
    assert replaced(headers, {b"anthropic-beta": b"a,b,c"}) == ((b"Anthropic-Beta", b"a,b,c"), (b"X", b"1"))
    assert replaced(headers[1:2], {b"anthropic-beta": b"c"}) == ((b"X", b"1"), (b"anthropic-beta", b"c"))


def test_an_expectation_is_settled_here() -> None:
    assert forwarded(((b"Host", b"a"), (b"Expect", b"100-continue")), "a", None, {}) == ((b"Host", b"a"),)


def test_headers_are_left_out_by_name() -> None:
    assert without(((b"A", b"1"), (b"b", b"2"), (b"a", b"3")), frozenset({b"a"})) == ((b"b", b"2"),)
