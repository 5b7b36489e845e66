"""Whether an answer is a message that was told to its end."""

from typing import Any

import msgspec

from sendable.wire.sse import EventParser


class _Typed(msgspec.Struct):
    type: str = ""
    id: Any = None
    message: Any = None


_decode = msgspec.json.Decoder(_Typed).decode


def is_complete(data: bytes) -> bool:
    """Whether these bytes are a whole message, or events up to the last one that belongs to it.

    A stream that an error ended is none: what a client makes of it is not known.
    """
    return message_id(data) is not None


def message_id(data: bytes) -> str | None:
    """The id of a message that was told to its end, "" where it has none; None where it was not."""
    if data.lstrip().startswith(b"{"):
        whole = _typed(data)
        return _text(whole.id) if whole.type == "message" else None
    parser = EventParser()
    events = [_typed(event.data) for event in (*parser.feed(data), *parser.finish()) if event.data]
    kinds = {event.type for event in events}
    if "message_stop" not in kinds or "error" in kinds:
        return None
    started = next((event.message for event in events if event.type == "message_start"), None)
    return _text(started.get("id")) if isinstance(started, dict) else ""


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _typed(data: str | bytes) -> _Typed:
    try:
        return _decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return _Typed()
