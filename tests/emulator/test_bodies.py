import gzip
import zlib

import pytest

from sendable.emulator.bodies import json_object, plain_body, posted, request_of
from sendable.emulator.exchange import encoded
from sendable.emulator.refusals import RefusedError

BODY = b'{"messages": []}'


def refused(body: bytes, encoding: str = "", platform: str = "api") -> RefusedError:
    with pytest.raises(RefusedError) as caught:
        request_of(body, {"content-encoding": encoding}, platform)
    return caught.value


@pytest.mark.parametrize(
    ("encoding", "body"),
    [("", BODY), ("identity", BODY), ("gzip", gzip.compress(BODY, mtime=0)), ("deflate", zlib.compress(BODY))],
)
def test_known_encodings_are_undone(encoding: str, body: bytes) -> None:
    assert request_of(body, {"content-encoding": encoding}, "api").request == {"messages": []}


@pytest.mark.parametrize(
    ("encoding", "body", "said"),
    [
        ("br", BODY, "'br' is not supported"),
        ("gzip", BODY, "no valid gzip"),
        ("gzip", gzip.compress(BODY, mtime=0)[:-9], "ends too early"),
    ],
)
def test_other_encodings_and_damaged_bodies_are_refused(encoding: str, body: bytes, said: str) -> None:
    assert said in refused(body, encoding).message


def test_no_more_is_unpacked_than_a_body_may_have() -> None:
    fault = refused(gzip.compress(b" " * 40_000_000, mtime=0), "gzip")
    assert (fault.status, fault.kind, fault.message) == (
        413,
        "request_too_large",
        "Request exceeds the maximum size",
    )
    with pytest.raises(RefusedError):
        plain_body(b"12345", {}, 4)


def test_each_platform_has_its_size() -> None:
    body = b'{"a": "' + b"x" * (25 * 1024 * 1024) + b'"}'
    assert refused(body, platform="bedrock").status == 413
    assert request_of(body, {}, "vertex").size == len(body)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "Input is a zero-length, empty document: line 1 column 1 (char 0)"),
        (b'{"messages": [', "unexpected end of data: line 1 column 15 (char 14)"),
        (b'{\n"a": nope}', "unexpected character: line 2 column 6 (char 7)"),
        (b"[" * 10_000, "Recursion limit reached: line 1 column 1 (char 0)"),
        (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, "Recursion limit reached: line 1 column 1 (char 0)"),
        (b'{"a": "\xff"}', "str is not valid UTF-8: surrogates not allowed: line 1 column 1 (char 0)"),
    ],
    ids=range(6),
)
def test_what_is_no_json_is_told_in_the_words_of_the_api(body: bytes, said: str) -> None:
    assert refused(body).message == f"The request body is not valid JSON: {said}"


@pytest.mark.parametrize("body", [b"[]", b'[{"role": "user", "content": "Hi"}]', b'"text"', b"1", b"null"])
def test_only_an_object_is_a_request(body: bytes) -> None:
    assert refused(body).message == "Input should be a valid dictionary"


@pytest.mark.parametrize("params", ["", 5, None, [], {"model": "m", "messages": []}])
def test_a_line_of_a_batch_is_no_request(params: object) -> None:
    body = {"custom_id": "a", "params": params}
    source = request_of(encoded(body), {}, "api")
    assert (source.request, source.shape) == (body, "body")
    assert posted(body).request is body


def test_a_json_object_is_read() -> None:
    assert json_object(b'{"a": 1}', {}, 100) == {"a": 1}
    for body in (b"[1]", b"{", b"[" * 10_000):
        with pytest.raises(RefusedError):
            json_object(body, {}, 100_000)


def test_a_half_of_a_pair_is_no_json_where_no_rule_sees_it() -> None:
    with pytest.raises(RefusedError, match=r"no low surrogate in string: line 1 column 8 \(char 7\)"):
        json_object(b'{"a": "\\ud83d"}', {}, 100)


def test_a_number_out_of_range_is_no_json() -> None:
    assert "number out of range" in refused(b'{"a": ' + b"9" * 5000 + b"}").message
