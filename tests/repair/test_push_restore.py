from base64 import b64encode
from typing import Any

import msgspec
import pytest

from sendable import restore_ids
from sendable.repair.push_restore import PushRestore
from sendable.wire.aws_events import MEDIA_TYPE, FrameParser, exception, message
from tests.repair.test_restore import EVENTS, IDS, MESSAGE, STREAM

SSE = "text/event-stream; charset=utf-8"
FRAMES = [
    message("chunk", msgspec.json.encode({"bytes": b64encode(msgspec.json.encode(event)).decode(), "p": "abc"}))
    for event in EVENTS
]


def pushed(data: bytes, media_type: str, size: int, ids: Any = IDS) -> bytes:
    push = PushRestore(ids, media_type)
    return b"".join(push.feed(data[at : at + size]) for at in range(0, len(data), size)) + push.finish()


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_events_in_pieces_are_restored_as_the_whole_stream_is(size: int) -> None:
    assert pushed(STREAM, SSE, size) == restore_ids(STREAM, IDS)
    assert pushed(STREAM, SSE, size) != STREAM


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_json_is_restored_once_it_is_whole(size: int) -> None:
    data = msgspec.json.encode(MESSAGE)
    push = PushRestore(IDS, "application/json")
    assert push.feed(data[:-1]) == b""
    assert pushed(data, "application/json", size) == restore_ids(data, IDS)


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_frames_of_aws_are_framed_anew_where_their_event_changes(size: int) -> None:
    data = b"".join(FRAMES) + exception("throttlingException", "Slow down.")
    restored = pushed(data, MEDIA_TYPE, size)
    frames = FrameParser().feed(restored)
    assert [frame.raw for frame in frames][::2] == [FRAMES[0], FRAMES[2]]
    payload = msgspec.json.decode(frames[1].payload)
    assert payload["p"] == "abc"
    assert frames[3].headers[":exception-type"] == "throttlingException"
    assert len(frames) == 4


def test_an_event_goes_on_as_soon_as_it_is_whole() -> None:
    push = PushRestore(IDS, SSE)
    end = STREAM.index(b"\n\n") + 2
    assert push.feed(STREAM[: end - 1]) == b""
    assert push.feed(STREAM[end - 1 : end]) == STREAM[:end]


def test_a_cut_response_keeps_what_came() -> None:
    assert pushed(FRAMES[0][:-3], MEDIA_TYPE, 5) == FRAMES[0][:-3]
    assert pushed(b'{"type": "mess', "application/json", 5) == b'{"type": "mess'
