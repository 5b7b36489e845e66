"""Requests and responses of httpx, and of the SDK's httpx2, which has the same interface."""

import sys
from typing import Any

from sendable.relay import CONVERSATION, Passage, Where, spelling_of, tell_once, where_of
from sendable.relay.encodings import decoded

REFUSED = (400, 413)
"""The status of an answer for which there may be another request."""


def library_of(part: Any) -> Any:
    """The library that a request or a response is of: httpx or httpx2."""
    names = (kind.__module__.partition(".")[0] for kind in type(part).__mro__)
    return sys.modules[next(name for name in names if name in ("httpx", "httpx2"))]


def where_in(request: Any) -> Where | None:
    """Where a request goes; None for one that passes unseen."""
    return where_or_told(request.method, request.url.raw_path.decode("ascii", "replace"))


def where_or_told(method: str, path: str) -> Where | None:
    """Where a request goes; None for one that passes unseen, which is told of once where it looks like one of ours."""
    where = where_of(method, path)
    if where is None and (odd := spelling_of(method, path)) is not None:
        tell_once(odd.kind, "sendable")
    return where


def lower(headers: Any) -> dict[str, str]:
    """Headers by their names in lower case."""
    return {name.lower(): value for name, value in headers.items()}


def without_conversation(request: Any) -> Any:
    """The request without the header that is meant for this process."""
    if CONVERSATION in request.headers:
        del request.headers[CONVERSATION]
    return request


def sent(request: Any, passage: Passage) -> Any:
    """The request as it is sent: the very one where nothing was changed."""
    if passage.body is request.content and not passage.headers:
        return request
    headers = request.headers.copy()
    headers.update(passage.headers)
    for name in ("content-length", "transfer-encoding"):
        headers.pop(name, None)
    kind = type(request)
    return kind(request.method, request.url, headers=headers, content=passage.body, extensions=request.extensions)


def retried(passage: Passage, response: Any, raw: bytes) -> Passage | None:
    """What to send in the place of a request that was refused; None where nothing better is known.

    Args:
        passage: of the request.
        response: the refusal.
        raw: its bytes, as they came.
    """
    body = decoded(raw, response.headers.get("content-encoding", ""))
    return None if body is None else passage.retry(response.status_code, body)


def read_again(response: Any, raw: bytes) -> Any:
    """A response that was read here, for a caller who has yet to read it."""
    library = library_of(response)
    stream, extensions = library.ByteStream(raw), response.extensions
    return library.Response(response.status_code, headers=response.headers, stream=stream, extensions=extensions)
