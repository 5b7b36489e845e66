"""What comes in over HTTP and what goes out, as values."""

from collections.abc import Sequence
from typing import Any

import msgspec

from sendable.wire.blocks import Json

JSON_TYPE = "application/json"


class Call(msgspec.Struct, frozen=True):
    """A request as it came.

    Attributes:
        method: GET, POST or DELETE.
        path: without the query, percent escapes decoded.
        query: its parameters; the last one of a name counts.
        headers: by lower-case name; several of a name are joined by commas.
        body: as it was sent, before any decoding.
        root: the path that the app is mounted under.
    """

    method: str
    path: str
    query: dict[str, str] = {}
    headers: dict[str, str] = {}
    body: bytes = b""
    root: str = ""


class Answer(msgspec.Struct, frozen=True):
    """What is sent back.

    Attributes:
        status: of HTTP.
        body: the whole body, or None for one that is sent in pieces.
        headers: further ones.
        media_type: of the body.
        pieces: the body in pieces, each sent when it is ready.
        delay: seconds before anything is sent.
        pace: seconds between two pieces.
        cut: whether the connection is closed behind the pieces, with the body unfinished.
    """

    status: int = 200
    body: bytes | None = None
    headers: dict[str, str] = {}
    media_type: str = JSON_TYPE
    pieces: Sequence[bytes] = ()
    delay: float = 0
    pace: float = 0
    cut: bool = False


def encoded(value: Any) -> bytes:
    """A value as JSON; a half of a surrogate pair is written as an escape."""
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        import json

        return json.dumps(value, separators=(",", ":")).encode("ascii")


def json_answer(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Answer:
    """An answer of one JSON value."""
    return Answer(status, encoded(value), headers or {})


class Rejection(msgspec.Struct, frozen=True):
    """A request that was refused, or that a script let fail.

    Attributes:
        status, type, message: of the answer; where a script broke it off once it had begun, the status is 200 and the
            type that of the error inside of the stream, or "cut".
        rule: the rule that refused it; "" for what is no rule, such as a missing header.
        path: where in the request; "" for the whole of it.
        request: its body, where that was JSON.
    """

    status: int
    type: str
    message: str
    rule: str = ""
    path: str = ""
    request: Json | None = None
