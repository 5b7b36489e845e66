"""Whether an answer is a message that was told to its end."""

import msgspec

from sendable.wire.sse import EventParser


def is_complete(data: bytes) -> bool:
    """Whether these bytes are a whole message, or events up to the last one that belongs to it.

    A stream that an error ended is none: what a client makes of it is not known.
    """
    if data.lstrip().startswith(b"{"):
        return _kind(data) == "message"
    parser = EventParser()
    kinds = [_kind(event.data) for event in (*parser.feed(data), *parser.finish()) if event.data]
    return "message_stop" in kinds and "error" not in kinds


class _Typed(msgspec.Struct):
    type: str = ""


_decode = msgspec.json.Decoder(_Typed).decode


def _kind(data: str | bytes) -> str:
    try:
        return _decode(data).type
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""
