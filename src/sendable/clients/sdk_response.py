"""A response of the official SDK, before the SDK parses it."""

from typing import Any, TypeVar

import httpx2

from sendable.clients.http_parts import lower
from sendable.clients.response_report import attach
from sendable.clients.streams import Settles, passing, passing_async
from sendable.relay import Answer, Passage

T = TypeVar("T")

_ENCODED = ("content-encoding", "content-length")


def http_of(response: Any) -> Any:
    """The HTTP response of what the rest of the chain gave; None for a value that another middleware made itself."""
    http = getattr(response, "http_response", response)
    return http if isinstance(http, httpx2.Response) else None


def passed(response: T, http: httpx2.Response, passage: Passage, settles: Settles | None) -> tuple[T, Answer]:
    """The response on its way back, and the answer that is to be settled if it was read already.

    Args:
        response: what the rest of the chain gave.
        http: its HTTP response.
        passage: of its request.
        settles: runs what may wait for a ledger, for an asynchronous client; None for the other one.
    """
    headers = lower(http.headers)
    if http.is_closed:
        # Its content was decoded when it was read.
        headers = {name: value for name, value in headers.items() if name not in _ENCODED}
    answer = passage.answer(http.status_code, headers)
    if not http.is_closed:
        stream = http.stream
        around = passing(httpx2, stream, answer) if settles is None else passing_async(httpx2, stream, answer, settles)
        http.stream = around
        for name in answer.drop:
            http.headers.pop(name, None)
        attach(http, passage.report)
        return response, answer
    content = _content(http)
    restored = None if content is None else answer.feed(content) + answer.finish()
    if restored is None or restored == content:
        attach(http, passage.report)
        return response, answer
    http = _with_content(http, restored)
    attach(http, passage.report)
    held: T = _holding(response, http)
    return held, answer


def _content(http: httpx2.Response) -> bytes | None:
    try:
        return http.content
    except httpx2.ResponseNotRead:
        # Closed by another middleware before anybody read it.
        return None


def _with_content(http: httpx2.Response, content: bytes) -> httpx2.Response:
    headers = http.headers.copy()
    for name in _ENCODED:
        headers.pop(name, None)
    return httpx2.Response(
        http.status_code, headers=headers, content=content, request=http.request, extensions=http.extensions
    )


def _holding(response: Any, http: httpx2.Response) -> Any:
    """The same response around another HTTP response."""
    if isinstance(response, httpx2.Response):
        return http
    response.http_response = http
    # What another middleware had it parsed into is of the old one.
    getattr(response, "_parsed_by_type", {}).clear()
    return response
