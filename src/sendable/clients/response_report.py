"""The report that belongs to a response."""

import weakref
from typing import Any

from sendable.clients.rejected import RejectedError
from sendable.relay import Report

EXTENSION = "sendable"
"""Where the response of an HTTP client holds it, among its extensions."""

REQUEST_ID = "request-id"
REMEMBERED = 1000
"""How many responses are known by the API's id of their request."""

_PARSED: dict[int, tuple[weakref.ref[Any], Report]] = {}
_BY_REQUEST: dict[str, Report] = {}
# What leads from an object of the SDK to its HTTP response.
_WAYS = ("http_response", "response")


def report(response: object) -> Report | None:
    """What sendable did to the request of this response.

    Args:
        response: what the official SDK gave: a message, a stream, a raw response or an error; or a response of an
            HTTP client with `Transport`; or a `RejectedError`.

    Returns:
        The report. None for what never passed sendable, and for a message that a caller put together from a stream:
        ask with the stream.
    """
    if isinstance(response, RejectedError):
        return response.report
    parsed = _PARSED.get(id(response))
    if parsed is not None and parsed[0]() is response:
        return parsed[1]
    for held in (response, *(getattr(response, name, None) for name in _WAYS)):
        report = _extensions(held).get(EXTENSION)
        if isinstance(report, Report):
            return report
    # Helpers of the SDK parse a message anew, and keep this one on it.
    named = getattr(response, "_request_id", None)
    return _BY_REQUEST.get(named) if isinstance(named, str) else None


def _extensions(response: object) -> dict[str, Any]:
    held = getattr(response, "extensions", None)
    return held if isinstance(held, dict) else {}


def attach(response: Any, report: Report) -> None:
    """Put a report into the headers and the extensions of an HTTP response."""
    named = response.headers.get(REQUEST_ID)
    if named is not None:
        while len(_BY_REQUEST) >= REMEMBERED:
            _BY_REQUEST.pop(next(iter(_BY_REQUEST)), None)
        _BY_REQUEST[named] = report
    response.headers.update(report.headers())
    response.extensions[EXTENSION] = report


def remember(parsed: object, report: Report) -> None:
    """Keep the report of something that has no place for it, as long as that lives."""
    key = id(parsed)
    try:
        _PARSED[key] = (weakref.ref(parsed, lambda _: _PARSED.pop(key, None)), report)
    except TypeError:
        # Text, or a plain dict that a caller asked for: these cannot be referred to.
        return
