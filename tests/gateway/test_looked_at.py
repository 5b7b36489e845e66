"""What becomes of the requests that are looked at, on the wire on both sides."""

import gzip
import hashlib
import random
import threading
from collections.abc import Iterator

import msgspec
import pytest

from sendable.gateway.server import Server
from sendable.relay import Relay
from tests.gateway.raw import WAIT, Connection, Recorded, between, client, one_answer, said, until_closed
from tests.gateway.talk import (
    BROKEN,
    HOPELESS,
    MAPPED,
    SOUND,
    answered,
    assistant,
    call,
    encoded,
    message,
    parts,
    posted,
    refused,
    request,
    user,
)

ANSWER = answered(message({"type": "text", "text": "Hello"}))
BOUND = (
    "messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation."
    ' Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".'
)
THINKING = {"type": "thinking", "thinking": "", "signature": "EqQBCgIYAhIM0000000a"}
THOUGHT = request(
    user("Weather?"),
    assistant([THINKING, {"type": "text", "text": "Sunny."}]),
    user("Thanks."),
    model="claude-opus-5-5",
)


class Scripted:
    """An upstream that keeps each request and gives one answer after the other, the last one for ever."""

    def __init__(self, *answers: bytes) -> None:
        self.requests: list[bytes] = []
        self._answers = list(answers)

    def __call__(self, connection: Connection) -> None:
        while taken := connection.request():
            self.requests.append(taken)
            connection.send(self._answers.pop(0) if len(self._answers) > 1 else self._answers[0])

    @property
    def bodies(self) -> list[bytes]:
        return [taken.partition(b"\r\n\r\n")[2] for taken in self.requests]


def odd_bodies() -> Iterator[bytes]:
    """A hundred sound requests as nobody would write them."""
    chance = random.Random(6)
    for number in range(100):
        text = "".join(chance.choice(["é", "\\u00e9", "\\/", " ", "x", "\\ud83d\\ude00", "\\n"]) for _ in range(number))
        gap = chance.choice(["", " ", "\n\t", "  "])
        fields = [
            f'"model":{gap}"claude-sonnet-4-5"',
            f'"max_tokens":{gap}{number + 1}',
            f'"messages":{gap}[{gap}{{"content":"a{text}","role":"user"}}{gap}]',
            f'"temperature":{gap}{chance.choice(["1.0", "1", "0.50", "1e0", "0"])}',
            f'"metadata":{gap}{{{gap}}}',
        ]
        chance.shuffle(fields)
        yield (gap + "{" + gap + f",{gap}".join(fields) + gap + "}" + gap).encode()


def odd_headers(number: int) -> bytes:
    chance = random.Random(number)
    lines = [
        *(b"ANTHROPIC-Version: 2023-06-01", b"anthropic-beta: a-2025-01-01", b"Anthropic-Beta: b-2025-01-01,c"),
        *(
            b"x-unknown-%d: \xe9" % number,
            b"Accept-Encoding: gzip, br",
            b"User-Agent: claude-cli/2.1.0 (external, cli)",
        ),
        *(b"X-Stainless-Retry-Count: 0", b"x-empty: "),
    ]
    chance.shuffle(lines)
    return b"".join(line + b"\r\n" for line in lines)


def test_a_hundred_sound_requests_arrive_byte_for_byte() -> None:
    kept = Scripted(ANSWER)
    sent = []
    with between(kept) as (server, behind), client(server) as held:
        host = b"Host: 127.0.0.1:%d\r\n" % behind.port
        for number, body in enumerate(odd_bodies()):
            whole = posted(body, headers=odd_headers(number), last=False)
            sent.append(whole.replace(b"Host: me\r\n", host))
            held.sendall(whole)
            status, headers, answer = parts(one_answer(held))
            assert (status, headers["sendable-verdict"]) == (200, "accepted")
            assert "sendable-changes" not in headers
            assert answer == message({"type": "text", "text": "Hello"})
    assert [hashlib.sha256(taken).digest() for taken in kept.requests] == [hashlib.sha256(one).digest() for one in sent]


def test_a_broken_request_is_repaired_and_the_answer_says_so() -> None:
    kept = Scripted(ANSWER)
    with between(kept) as (server, _):
        _, headers, body = parts(said(server, posted(encoded(BROKEN))))
    assert headers["sendable-verdict"] == "repaired"
    assert headers["sendable-changes"] == "1"
    assert headers["sendable-rules"] == "tool-use-without-result"
    assert body == message({"type": "text", "text": "Hello"})
    [sent] = kept.requests
    assert b"\r\nContent-Length: %d\r\n" % len(kept.bodies[0]) in sent
    assert msgspec.json.decode(kept.bodies[0])["messages"][2]["content"][0]["type"] == "tool_result"


def test_what_can_not_be_repaired_is_refused_here() -> None:
    kept = Scripted(ANSWER)
    with between(kept) as (server, _):
        status, headers, body = parts(said(server, posted(encoded(HOPELESS))))
    assert (status, headers["sendable-verdict"], headers["content-type"]) == (400, "rejected", "application/json")
    told = msgspec.json.decode(body)
    assert told["error"]["type"] == "invalid_request_error"
    assert told["error"]["message"].startswith("max_tokens: ")
    assert kept.requests == []


@pytest.mark.parametrize(
    ("mode", "status", "verdict", "arrived"), [("check", 400, "rejected", 0), ("observe", 200, "observed", 1)]
)
def test_other_modes_change_nothing(mode: str, status: int, verdict: str, arrived: int) -> None:
    kept = Scripted(ANSWER)
    with between(kept, mode=mode) as (server, _):
        answer = parts(said(server, posted(encoded(BROKEN))))
    assert (answer[0], answer[1]["sendable-verdict"]) == (status, verdict)
    assert kept.bodies == [encoded(BROKEN)] * arrived


@pytest.mark.parametrize("size", [1, 7, 1000])
@pytest.mark.parametrize("streams", [False, True], ids=["whole", "stream"])
def test_ids_and_names_are_mapped_back(streams: bool, size: int) -> None:
    seen: dict[str, str] = {}

    def answering(connection: Connection) -> None:
        sent = msgspec.json.decode(connection.request().partition(b"\r\n\r\n")[2])
        used = sent["messages"][1]["content"][0]
        seen.update(id=used["id"], name=used["name"])
        block = {**call(used["id"]), "name": used["name"]}
        if streams:
            start = encoded({"type": "content_block_start", "index": 0, "content_block": {**block, "input": {}}})
            body, kind = b"event: content_block_start\ndata: %s\n\n" % start, b"text/event-stream"
        else:
            body, kind = message(block), b"application/json"
        connection.send(b"HTTP/1.1 200 OK\r\nContent-Type: %s\r\nTransfer-Encoding: chunked\r\n\r\n" % kind)
        for at in range(0, len(body), size):
            piece = body[at : at + size]
            connection.send(b"%x\r\n%s\r\n" % (len(piece), piece))
        connection.send(b"0\r\n\r\n")

    with between(answering) as (server, _):
        _, headers, body = parts(said(server, posted(encoded({**MAPPED, "stream": streams}))))
    assert "content-length" not in headers
    assert seen["id"] != "call|1:a"
    assert b"call|1:a" in body
    assert b"geo.weather" in body
    assert seen["id"].encode() not in body


def test_a_length_that_does_not_fit_any_more_is_left_out() -> None:
    def answering(connection: Connection) -> None:
        sent = msgspec.json.decode(connection.request().partition(b"\r\n\r\n")[2])
        used = sent["messages"][1]["content"][0]
        body = message({**call(used["id"]), "name": used["name"]})
        connection.send(answered(body, headers=b"Content-Type: application/json\r\n"))

    with between(answering) as (server, _):
        _, headers, body = parts(said(server, posted(encoded(MAPPED))))
    assert "content-length" not in headers
    assert b"call|1:a" in body


def test_a_refusal_that_has_a_repair_is_answered_by_one_more_request() -> None:
    kept = Scripted(answered(refused(BOUND), b"400 Bad Request"), ANSWER)
    with between(kept) as (server, _):
        status, headers, body = parts(said(server, posted(encoded(THOUGHT))))
    assert status == 200
    assert headers["sendable-retried"] == "thinking-bound"
    assert body == message({"type": "text", "text": "Hello"})
    assert len(kept.requests) == 2
    assert kept.bodies[0] == encoded(THOUGHT)
    assert kept.bodies[1] != kept.bodies[0]


def test_a_second_refusal_is_handed_on() -> None:
    kept = Scripted(answered(refused(BOUND), b"400 Bad Request"))
    with between(kept) as (server, _):
        status, _, body = parts(said(server, posted(encoded(THOUGHT))))
    assert (status, body) == (400, refused(BOUND))
    assert len(kept.requests) == 2


def test_a_refusal_in_an_encoding_is_understood() -> None:
    packed = gzip.compress(refused(BOUND))
    kept = Scripted(answered(packed, b"400 Bad Request", b"Content-Encoding: gzip\r\n"), ANSWER)
    with between(kept) as (server, _):
        assert parts(said(server, posted(encoded(THOUGHT))))[0] == 200
    assert len(kept.requests) == 2


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (b"400 Bad Request", refused("messages.0.content: a refusal that nobody knows")),
        (b"400 Bad Request", b"<html>"),
        (b"400 Bad Request", b"x" * 2_000_000),
        (b"401 Unauthorized", refused("invalid x-api-key", "authentication_error")),
        (b"429 Too Many Requests", refused("slow down", "rate_limit_error")),
        (b"529 Overloaded", refused("Overloaded", "overloaded_error")),
        (b"500 Internal Server Error", b""),
    ],
    ids=["unknown", "no JSON", "huge", "401", "429", "529", "500"],
)
def test_any_other_refusal_is_handed_on_as_it_came(status: bytes, body: bytes) -> None:
    kept = Scripted(answered(body, status, b"retry-after: 7\r\nx-should-retry: true\r\n"))
    with between(kept) as (server, _):
        answer = parts(said(server, posted(encoded(THOUGHT))))
    assert (answer[0], answer[2]) == (int(status[:3]), body)
    assert (answer[1]["retry-after"], answer[1]["x-should-retry"]) == ("7", "true")
    assert len(kept.requests) == 1


def test_a_signed_request_is_never_changed() -> None:
    kept = Scripted(ANSWER)
    signature = b"Authorization: AWS4-HMAC-SHA256 Credential=a/b, SignedHeaders=host, Signature=c\r\n"
    path = b"/model/anthropic.claude-sonnet-4-5-20250929-v1%3A0/invoke"
    sound = encoded({"anthropic_version": "bedrock-2023-05-31", "max_tokens": 9, "messages": [user("Hi")]})
    broken = encoded({**msgspec.json.decode(sound), "messages": BROKEN["messages"], "tools": BROKEN["tools"]})
    with between(kept) as (server, _):
        status, headers, _ = parts(said(server, posted(sound, path, signature)))
        assert (status, headers["sendable-notes"]) == (200, "signed")
        status, headers, body = parts(said(server, posted(broken, path, signature)))
        assert (status, headers["sendable-verdict"], headers["sendable-notes"]) == (400, "rejected", "signed")
        assert "message" in msgspec.json.decode(body)
    assert kept.bodies == [sound]


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"[]", b'"text"', b"[" * 100_000], ids=range(6))
def test_what_is_no_request_goes_as_it_came(body: bytes) -> None:
    kept = Scripted(ANSWER)
    with between(kept) as (server, _):
        assert parts(said(server, posted(body)))[1]["sendable-verdict"] == "unread"
    assert kept.bodies == [body]


@pytest.mark.parametrize(("closed", "status", "verdict"), [(False, 200, "unread"), (True, 415, "rejected")])
def test_an_encoded_request_goes_as_it_came_or_not_at_all(closed: bool, status: int, verdict: str) -> None:
    kept = Scripted(ANSWER)
    packed = gzip.compress(encoded(BROKEN), mtime=0)
    with between(kept, fail_closed=closed) as (server, _):
        answer = parts(said(server, posted(packed, headers=b"Content-Encoding: gzip\r\n")))
    assert (answer[0], answer[1]["sendable-verdict"], answer[1]["sendable-notes"]) == (status, verdict, "encoded")
    assert kept.bodies == [packed] * (not closed)


def test_a_request_in_chunks_is_sent_with_its_length() -> None:
    kept = Scripted(ANSWER)
    head = b"POST /v1/messages HTTP/1.1\r\nHost: me\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    body = encoded(SOUND)
    with between(kept) as (server, _):
        said(server, head, b"5\r\n%s\r\n" % body[:5], b"%x\r\n%s\r\n0\r\n\r\n" % (len(body) - 5, body[5:]))
    assert kept.bodies == [body]
    assert b"chunked" not in kept.requests[0]
    assert b"content-length: %d\r\n" % len(body) in kept.requests[0]


def test_a_header_for_sendable_goes_no_further() -> None:
    kept = Scripted(ANSWER)
    with between(kept) as (server, _):
        said(server, posted(encoded(SOUND), headers=b"Sendable-Conversation: mine\r\n"))
    assert b"conversation" not in kept.requests[0].lower()


def test_each_event_is_there_before_the_next_is_sent() -> None:
    go = threading.Semaphore(0)

    def answering(connection: Connection) -> None:
        connection.request()
        connection.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
        for event in (b"event: ping\n", b'data: {"type":"ping"}\n', b"\n"):
            go.acquire(timeout=WAIT)
            connection.send(b"%x\r\n%s\r\n" % (len(event), event))
        go.acquire(timeout=WAIT)
        connection.send(b"0\r\n\r\n")

    with between(answering) as (server, _), client(server) as held:
        held.sendall(posted(encoded(BROKEN)))
        assert b"sendable-verdict: repaired" in held.recv(65536)
        for event in (b"event: ping", b"data: {", b"\n"):
            go.release()
            assert event in held.recv(65536)
        go.release()
        assert until_closed(held) == b"0\r\n\r\n"


def test_what_fails_inside_goes_as_it_came_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **more: object) -> None:
        raise RuntimeError("sk-secret")

    for closed, status, arrived in ((False, 200, 1), (True, 500, 0)):
        kept = Scripted(ANSWER)
        with between(kept, fail_closed=closed) as (server, _), monkeypatch.context() as patch:
            patch.setattr(Relay, "_passage", broken)
            answer = parts(said(server, posted(encoded(BROKEN))))
        assert (answer[0], answer[1]["sendable-verdict"]) == (status, "failed")
        assert b"sk-secret" not in answer[2]
        assert kept.bodies == [encoded(BROKEN)] * arrived


@pytest.fixture
def recorded() -> Iterator[tuple[Server, Recorded]]:
    kept = Recorded(ANSWER)
    with between(kept) as (server, _):
        yield server, kept


@pytest.mark.parametrize(
    "path", [b"/v1/messages/batches", b"/v1/files", b"/v1/models", b"/v1/complete", b"/v1/messages/batches/"]
)
def test_other_endpoints_are_not_looked_at(recorded: tuple[Server, Recorded], path: bytes) -> None:
    server, kept = recorded
    answer = parts(said(server, posted(encoded(BROKEN), path)))
    assert "sendable-verdict" not in answer[1]
    assert kept.requests[0].endswith(encoded(BROKEN))


PROFILE = b"arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3Aapplication-inference-profile%2Fabc"


@pytest.mark.parametrize(
    ("model", "body", "told"),
    [
        (b"amazon.titan-text-express-v1", b'{"inputText":  "hi"}', None),
        (b"us.amazon.nova-lite-v1%3A0", b'{"messages": [{"role": "user", "content": [{"text": "hi"}]}]}', None),
        (b"cohere.embed-english-v3", b'{"texts": ["a"], "input_type": "search_document"}', None),
        (PROFILE, b'{"inputText":  "hi"}', "unread"),
        (b"a-name", b'{"inputText":  "hi"}', "unread"),
    ],
)
def test_the_body_for_another_vendor_s_model_arrives_byte_for_byte(
    recorded: tuple[Server, Recorded], model: bytes, body: bytes, told: str | None
) -> None:
    server, kept = recorded
    status, headers, _ = parts(said(server, posted(body, b"/model/%s/invoke" % model)))
    assert (status, headers.get("sendable-verdict")) == (200, told)
    [arrived] = kept.requests
    assert arrived.endswith(b"\r\n\r\n" + body)


@pytest.mark.parametrize("model", [b"us.anthropic.claude-opus-4-8", b"global.anthropic.claude-opus-4-8", PROFILE])
def test_a_claude_body_on_bedrock_is_repaired_unless_its_query_is_signed(
    recorded: tuple[Server, Recorded], model: bytes
) -> None:
    server, kept = recorded
    body = {"anthropic_version": "bedrock-2023-05-31", **{key: BROKEN[key] for key in BROKEN if key != "model"}}
    path = b"/model/%s/invoke" % model
    assert parts(said(server, posted(encoded(body), path)))[1]["sendable-verdict"] == "repaired"
    status, headers, _ = parts(said(server, posted(encoded(body), path + b"?X-Amz-Signature=ab")))
    assert (status, headers["sendable-verdict"], headers["sendable-notes"]) == (400, "rejected", "signed")
    assert len(kept.requests) == 1


def test_a_broken_body_for_a_claude_model_is_judged(recorded: tuple[Server, Recorded]) -> None:
    server, kept = recorded
    status, headers, _ = parts(said(server, posted(b"{}", b"/model/us.anthropic.claude-opus-4-8/invoke")))
    assert (status, headers["sendable-verdict"], kept.requests) == (400, "rejected", [])
