"""From the bytes of a body to a request: encodings undone, size watched, JSON read."""

import json
import zlib
from collections.abc import Mapping

from sendable.contract.catalog import rule_named
from sendable.contract.rules.envelope.request_too_large import MOST
from sendable.emulator.refusals import RefusedError, bad_request
from sendable.errors import UnreadableError
from sendable.wire.blocks import Json
from sendable.wire.read import Source, Surrogate, decoded

_WINDOWS = {"gzip": 31, "x-gzip": 31, "deflate": 47}
_NOT_JSON = "The request body is not valid JSON: {what}: line {line} column {column} (char {at})"
_NO_OBJECT = "Input should be a valid dictionary"
LARGEST_BATCH = 256 * 1024 * 1024
LARGEST_FILE = 500 * 1024 * 1024


def too_large() -> RefusedError:
    """The refusal of a body over the limit."""
    rule = rule_named("request-too-large")
    return RefusedError(rule.status, rule.message, rule.type)


def plain_body(body: bytes, headers: Mapping[str, str], most: int) -> bytes:
    """The body without its encoding.

    Args:
        body: as it was sent.
        headers: of the request.
        most: how many bytes it may have; no more than that are unpacked.

    Raises:
        RefusedError: it is too large, damaged, or of an encoding that is not known.
    """
    encoding = headers.get("content-encoding", "").strip().lower()
    if encoding in ("", "identity"):
        plain = body
    elif encoding in _WINDOWS:
        plain = _unpacked(body, _WINDOWS[encoding], encoding, most)
    else:
        raise RefusedError(415, f"content-encoding: '{encoding[:40]}' is not supported")
    if len(plain) > most:
        raise too_large()
    return plain


def _unpacked(body: bytes, window: int, encoding: str, most: int) -> bytes:
    unpacker = zlib.decompressobj(window)
    try:
        plain = unpacker.decompress(body, most + 1)
    except zlib.error:
        raise bad_request(f"content-encoding: the body is no valid {encoding}") from None
    if len(plain) <= most and not unpacker.eof:
        raise bad_request(f"content-encoding: the {encoding} body ends too early")
    return plain


def request_of(body: bytes, headers: Mapping[str, str], platform: str) -> Source:
    """The request that a body holds. Lists of messages and lines of batches are none.

    Raises:
        RefusedError: it is too large, no JSON, or no object.
    """
    value, size, surrogate = _object(body, headers, MOST[platform])
    return posted(value, size, surrogate)


def posted(request: Json, size: int | None = None, surrogate: Surrogate | None = None) -> Source:
    """The source of an object that was posted: it is a body, whatever stands in it."""
    return Source(request, "body", size, surrogate, request)


def json_object(body: bytes, headers: Mapping[str, str], most: int) -> Json:
    """The JSON object that a body holds.

    Raises:
        RefusedError: it is too large, no JSON, or no object.
    """
    value, _, surrogate = _object(body, headers, most)
    if surrogate is not None:
        raise bad_request(rule_named("json-lone-surrogate").message.format_map(surrogate._asdict()))
    return value


def _object(body: bytes, headers: Mapping[str, str], most: int) -> tuple[Json, int, Surrogate | None]:
    plain = plain_body(body, headers, most)
    try:
        value, surrogate = decoded(plain)
    except UnreadableError:
        raise unreadable(plain) from None
    if not isinstance(value, dict):
        raise bad_request(_NO_OBJECT)
    return value, len(plain), surrogate


def unreadable(body: bytes) -> RefusedError:
    """The refusal of what is no JSON, in the words of the parser that the API uses."""
    if not body:
        return _not_json("Input is a zero-length, empty document", 0, "")
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        return _not_json("str is not valid UTF-8: surrogates not allowed", 0, "")
    try:
        json.loads(text)
    except json.JSONDecodeError as fault:
        ended = fault.pos >= len(text.rstrip()) or fault.msg.startswith("Unterminated")
        at = len(text) if ended else fault.pos
        return _not_json("unexpected end of data" if ended else "unexpected character", at, text)
    except RecursionError:
        return _not_json("Recursion limit reached", 0, "")
    except ValueError:
        return _not_json("number out of range", 0, "")
    return bad_request(_NO_OBJECT)


def _not_json(what: str, at: int, text: str) -> RefusedError:
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    return bad_request(_NOT_JSON.format(what=what, line=line, column=column, at=at))
