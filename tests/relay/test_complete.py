import pytest

from sendable.relay.complete import is_complete, message_id
from sendable.wire.sse import framed
from tests.relay.talk import answer, as_stream, packed

STREAM = as_stream(answer())
CUT = STREAM[: STREAM.index(b"event: message_stop")]
ERROR = framed("error", '{"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}')


@pytest.mark.parametrize(
    "data",
    [packed(answer()), b"\n " + packed(answer()), STREAM, b": hi\n\n" + STREAM, b"id: 1\n" + STREAM, STREAM[:-1]],
)
def test_what_was_told_to_its_end(data: bytes) -> None:
    assert is_complete(data)


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"{", b"[]", b"null", b"\xff", b'{"type": "error"}', b'{"type": 1}', packed(answer())[:-1]),
        *(CUT, CUT + ERROR, CUT + ERROR + STREAM[len(CUT) :], b"data: message_stop\n\n", b"<html>", b"[" * 100_000),
    ],
)
def test_what_was_not(data: bytes) -> None:
    assert not is_complete(data)


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (packed(answer(id="msg_7")), "msg_7"),
        (as_stream(answer(id="msg_7")), "msg_7"),
        (packed(answer(id=None)), ""),
        (b'data: {"type": "message_stop"}', ""),
        (CUT, None),
    ],
)
def test_a_message_has_a_name(data: bytes, name: str | None) -> None:
    assert message_id(data) == name
