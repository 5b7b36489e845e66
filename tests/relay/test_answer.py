"""The way back: ids and names, whatever form and pieces an answer comes in, and what is remembered of it."""

import gzip
import json
from base64 import b64decode
from typing import Any

import pytest

from sendable.relay import answer as module
from sendable.relay.answer import Answer
from sendable.wire.aws_events import FrameParser
from sendable.wire.build import text, tool_use
from sendable.wire.sse import framed
from tests.relay.talk import FRAMES, PLAIN, STREAM, answer, as_frames, as_stream, events, packed

IDS = {"ids": {"call_1_x": "call|1"}, "names": {"fs_read_x": "fs.read"}}
NOTHING: dict[str, dict[str, str]] = {"ids": {}, "names": {}}
CALLED = answer(text("fs_read_x"), tool_use("toolu_1", "fs_read_x"), stop_reason="tool_use")
RESTORED = answer(text("fs_read_x"), tool_use("toolu_1", "fs.read"), stop_reason="tool_use")

FORMS = {
    "json": (packed(CALLED), PLAIN, packed(RESTORED)),
    "events": (as_stream(CALLED), STREAM, as_stream(RESTORED)),
    "frames": (as_frames(CALLED), FRAMES, as_frames(RESTORED)),
}

forms = pytest.mark.parametrize("form", FORMS)
sizes = pytest.mark.parametrize("size", [1, 13, 100_000])


def meaning(data: bytes, form: str) -> list[Any]:
    """What the bytes say, whatever their spaces."""
    if form == "json":
        return [json.loads(data)]
    if form == "events":
        return [json.loads(line[5:]) for line in data.splitlines() if line.startswith(b"data:")]
    return [json.loads(b64decode(json.loads(frame.payload)["bytes"])) for frame in FrameParser().feed(data)]


def passed(answered: Answer, data: bytes, size: int) -> bytes:
    pieces = (data[at : at + size] for at in range(0, len(data), size))
    return b"".join([*map(answered.feed, pieces), answered.finish()])


@forms
@sizes
def test_names_come_back_and_the_copy_is_what_the_api_said(form: str, size: int) -> None:
    data, headers, restored = FORMS[form]
    settled: list[bytes | None] = []
    answered = Answer(headers, IDS, settled.append)
    got = passed(answered, data, size)
    answered.settle()
    assert meaning(got, form) == meaning(restored, form)
    assert meaning(settled[0] or b"", "json" if form == "json" else "events") == meaning(data, form)
    assert answered.drop == {"content-length", "content-encoding"}


@forms
@sizes
def test_a_pressed_answer_goes_on_plain_where_something_comes_back(form: str, size: int) -> None:
    data, headers, restored = FORMS[form]
    settled: list[bytes | None] = []
    answered = Answer({**headers, "content-encoding": "gzip"}, IDS, settled.append)
    got = passed(answered, gzip.compress(data), size)
    answered.settle()
    assert meaning(got, form) == meaning(restored, form)
    assert settled[0] is not None
    assert "content-encoding" in answered.drop


def test_what_cannot_be_unpressed_goes_on_as_it_is() -> None:
    answered = Answer({**PLAIN, "content-encoding": "no-such"}, IDS, None)
    assert (passed(answered, b"abc", 2), answered.drop) == (b"abc", frozenset())


@sizes
def test_a_damaged_pressed_answer_ends_early(size: int, caplog: pytest.LogCaptureFixture) -> None:
    data = gzip.compress(as_stream(CALLED))
    settled: list[bytes | None] = []
    answered = Answer({**STREAM, "content-encoding": "gzip"}, IDS, settled.append)
    got = passed(answered, data[:60] + b"damage" * 20, size)
    answered.settle()
    assert as_stream(CALLED).startswith(got)
    assert settled == [None]
    assert "ends early: error" in caplog.text


@forms
@sizes
def test_without_a_mapping_the_pieces_are_the_same_objects(form: str, size: int) -> None:
    data, headers, _ = FORMS[form]
    answered = Answer(headers, NOTHING, None)
    pieces = [data[at : at + size] for at in range(0, len(data), size)]
    assert all(answered.feed(piece) is piece for piece in pieces)
    assert (answered.finish(), answered.drop) == (b"", frozenset())


def test_a_second_settling_does_nothing() -> None:
    settled: list[bytes | None] = []
    answered = Answer(PLAIN, NOTHING, settled.append)
    answered.feed(b"{}")
    answered.settle()
    answered.settle()
    assert settled == [b"{}"]


def test_a_cut_answer_settles_as_none() -> None:
    settled: list[bytes | None] = []
    answered = Answer(STREAM, NOTHING, settled.append)
    answered.feed(as_stream(CALLED)[:100])
    answered.settle(whole=False)
    assert settled == [None]


def test_an_answer_that_is_too_long_goes_on_and_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST_COPY", 10)
    settled: list[bytes | None] = []
    answered = Answer(PLAIN, NOTHING, settled.append)
    assert passed(answered, b"x" * 11, 4) == b"x" * 11
    answered.settle()
    assert settled == [None]


def test_what_was_pressed_is_kept_plain() -> None:
    settled: list[bytes | None] = []
    answered = Answer({**STREAM, "content-encoding": "gzip"}, NOTHING, settled.append)
    data = gzip.compress(as_stream(CALLED))
    assert passed(answered, data, 7) == data
    answered.settle()
    assert settled == [as_stream(CALLED)]


@pytest.mark.parametrize("damage", ["cut", "garbage"])
@sizes
def test_damaged_frames_go_on_as_they_are(damage: str, size: int) -> None:
    data = as_frames(answer())[:-3] if damage == "cut" else as_frames(answer()) + b"garbage that is no frame at all"
    told = [json.dumps(event) for event in events(answer())][: -1 if damage == "cut" else None]
    settled: list[bytes | None] = []
    answered = Answer(FRAMES, IDS, settled.append)
    assert passed(answered, data, size) == data
    answered.settle()
    assert settled == [b"".join(framed("", event) for event in told)]
