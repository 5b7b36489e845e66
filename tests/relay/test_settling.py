"""What is remembered of an answer: its thinking where it came whole, and in any case that the request was accepted."""

import gzip
import zlib
from collections.abc import Callable
from typing import Any

import pytest

from sendable.prefix.canonical import signature_digest
from sendable.relay import Relay, Settings, Where
from sendable.relay import answer as module
from sendable.wire.aws_events import exception
from sendable.wire.build import text
from sendable.wire.sse import framed
from tests.relay.talk import CLEAN, FRAMES, MODEL, PLAIN, STREAM, answer, as_frames, as_stream, back, go, packed, thinks

Json = dict[str, Any]
Press = Callable[[bytes], bytes]

TOLD = answer(thinks("b"), text("Yes."))
FORMS = {"json": (packed, PLAIN), "events": (as_stream, STREAM), "frames": (as_frames, FRAMES)}
ERROR = framed("error", '{"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}')

forms = pytest.mark.parametrize("form", FORMS)


def remembers(relay: Relay) -> bool:
    """Whether the thinking of the answer is known."""
    return bool(relay.ledger.store.entries([signature_digest(thinks("b"))]))


def accepted(relay: Relay) -> bool:
    """Whether it is known that the request was accepted."""
    return relay.ledger.state_of(CLEAN) is not None


def brotli(data: bytes) -> bytes:
    pressed: bytes = pytest.importorskip("brotli").compress(data)
    return pressed


def zstandard(data: bytes) -> bytes:
    pressed: bytes = pytest.importorskip("zstandard").compress(data)
    return pressed


@forms
@pytest.mark.parametrize(
    ("encoding", "press"),
    [("", bytes), ("gzip", gzip.compress), ("deflate", zlib.compress), ("br", brotli), ("zstd", zstandard)],
)
def test_whole(form: str, encoding: str, press: Press) -> None:
    relay = Relay()
    write, headers = FORMS[form]
    data = press(write(TOLD))
    assert back(go(relay, CLEAN), data, {**headers, **({"content-encoding": encoding} if encoding else {})}, 7) == data
    assert remembers(relay)
    assert accepted(relay)


@pytest.mark.parametrize(
    ("data", "headers"),
    [
        (packed(TOLD)[:-5], PLAIN),
        (as_stream(TOLD)[:-30], STREAM),
        (as_stream(TOLD)[:-30] + ERROR, STREAM),
        (as_frames(TOLD)[:-30], FRAMES),
        (as_frames(TOLD)[:-150] + exception("throttlingException", "Slow down."), FRAMES),
        (gzip.compress(as_stream(TOLD))[:-20], {**STREAM, "content-encoding": "gzip"}),
        (b"garbage", {**STREAM, "content-encoding": "gzip"}),
        (packed(TOLD), {**PLAIN, "content-encoding": "no-such"}),
        (b"", PLAIN),
        (b"<html>", {"content-type": "text/html"}),
        (packed({"type": "error", "error": {"type": "api_error", "message": "Oh."}}), PLAIN),
    ],
    ids=range(11),
)
def test_not_whole_or_not_readable(data: bytes, headers: dict[str, str]) -> None:
    relay = Relay()
    assert back(go(relay, CLEAN), data, headers, 50) == data
    assert not remembers(relay)
    assert accepted(relay)


def test_a_client_that_left() -> None:
    relay = Relay()
    way = go(relay, CLEAN).answer(200, STREAM)
    way.feed(as_stream(TOLD))
    way.settle(whole=False)
    way.settle()
    assert not remembers(relay)
    assert accepted(relay)


def test_too_long_to_keep(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST_COPY", 100)
    relay = Relay()
    back(go(relay, CLEAN), as_stream(TOLD), STREAM)
    assert not remembers(relay)
    assert accepted(relay)


@pytest.mark.parametrize("status", [201, 204, 301, 400, 401, 404, 413, 429, 500, 529])
def test_not_accepted(status: int) -> None:
    relay = Relay()
    back(go(relay, CLEAN), packed(TOLD), PLAIN, status=status)
    assert not remembers(relay)
    assert not accepted(relay)


@pytest.mark.parametrize("mode", ["check", "observe"])
def test_modes_that_change_nothing_remember_thinking_alone(mode: str) -> None:
    relay = Relay(Settings(mode=mode))
    back(go(relay, CLEAN), packed(TOLD), PLAIN)
    assert remembers(relay)
    assert not accepted(relay)


def test_a_signed_request_remembers_too() -> None:
    relay = Relay()
    where = Where("bedrock", "invoke", f"anthropic.{MODEL}")
    body = {"anthropic_version": "bedrock-2023-05-31", "max_tokens": 1024, "messages": CLEAN["messages"]}
    back(go(relay, body, where, authorization="AWS4-ECDSA-P256-SHA256 Credential=x"), packed(TOLD), PLAIN)
    assert remembers(relay)
