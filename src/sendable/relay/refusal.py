"""The answer to a request that is not sent, as the platform would word it."""

from typing import Any

import msgspec

from sendable.contract.finding import Finding

NOT_JUDGED = "sendable failed on this request, and is set up to hold such requests back. Nothing was sent."

ENCODED = "An encoded body is not judged here, and sendable is set up to hold such requests back. Nothing was sent."


class Refusal(msgspec.Struct, frozen=True):
    """An answer in the place of the API's.

    Attributes:
        status: of HTTP.
        headers: those of the answer.
        body: its JSON.
    """

    status: int
    headers: dict[str, str]
    body: bytes


def refusal_for(finding: Finding, platform: str) -> Refusal:
    """The refusal that the API would answer with."""
    return _answer(finding.status, finding.type, finding.message, platform)


def not_judged(platform: str) -> Refusal:
    """The answer where sendable itself failed, and nothing may be sent unseen."""
    return _answer(500, "InternalServerException" if platform == "bedrock" else "api_error", NOT_JUDGED, platform)


def encoded(platform: str) -> Refusal:
    """The answer to a body that is encoded, where nothing may be sent unseen."""
    return _answer(415, "invalid_request_error", ENCODED, platform)


def _answer(status: int, kind: str, message: str, platform: str) -> Refusal:
    headers = {"content-type": "application/json", "x-should-retry": "false"}
    if platform == "bedrock":
        kind = kind if kind.endswith("Exception") else "ValidationException"
        body: dict[str, Any] = {"message": message}
        return Refusal(400 if status == 413 else status, {**headers, "x-amzn-errortype": kind}, _json(body))
    body = {"type": "error", "error": {"type": kind, "message": message}, "request_id": None}
    return Refusal(status, headers, _json(body))


def _json(value: dict[str, Any]) -> bytes:
    return msgspec.json.encode(value)


def message_of(body: bytes) -> tuple[str, str] | None:
    """The type and the text of an error, whichever envelope it came in; None where it is none."""
    try:
        value = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    if isinstance(value, list) and value:
        value = value[0]  # Google wraps what answers a stream
    if not isinstance(value, dict):
        return None
    error = value.get("error")
    held = error if isinstance(error, dict) else value
    text = held.get("message")
    kind = held.get("type")
    return (kind if isinstance(kind, str) else "", text) if isinstance(text, str) else None
