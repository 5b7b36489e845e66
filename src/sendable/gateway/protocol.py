"""aiohttp's server, with the errors of the API in the place of its own, and a limit on how long a head may take."""

import asyncio
from collections.abc import Callable
from typing import Any

from aiohttp.http import RawRequestMessage
from aiohttp.http_exceptions import BadHttpMessage, BadHttpMethod, LineTooLong
from aiohttp.web import BaseRequest, RequestHandler, RequestPayloadError, Server, StreamResponse

from sendable.gateway.exact_response import own_answer
from sendable.gateway.refusals import (
    GatewayError,
    bad_request,
    failed_inside,
    header_too_large,
    too_many_headers,
    unknown_method,
)

_NO_HTTP = "The request is no proper HTTP."
_TOO_MANY = "Too many headers"


class Protocol(RequestHandler):
    """One connection of a client."""

    __slots__ = ("_head_due", "_manager_of_own")

    def __init__(self, manager: "GatewayServer", **more: Any) -> None:
        super().__init__(manager, **more)
        self._manager_of_own = manager
        self._head_due: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        """Take bytes of the client; a head that has begun must end in time."""
        super().data_received(data)
        self._end_garbled_body()
        if self._waits_for_head() and self._head_due is None:
            self._head_due = self._loop.call_later(self._manager_of_own.head_within, self._close_if_no_head)
        elif self._head_due is not None and not self._waits_for_head():
            self._head_due.cancel()
            self._head_due = None

    def close(self) -> None:
        """Take no more requests; where none is being answered there is nothing to wait for."""
        idle = self._waits_for_head()
        super().close()
        if idle:
            self.force_close()

    def connection_lost(self, exc: BaseException | None) -> None:
        """The client is gone."""
        if self._head_due is not None:
            self._head_due.cancel()
        super().connection_lost(exc)

    def handle_error(
        self,
        request: BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,  # noqa: ARG002
    ) -> StreamResponse:
        """The answer for what is no HTTP; nothing of what came is repeated or logged."""
        if request.writer.output_size > 0:
            raise ConnectionError("an answer was begun already")
        refused = _refusal_of(exc, self._manager_of_own.most_headers) if status == 400 else failed_inside()
        self._manager_of_own.on_refused(refused)
        headers = {"content-type": "application/json", **refused.headers}
        return own_answer(refused.status, headers, refused.body, closes=True)

    def log_exception(self, *args: Any, **more: Any) -> None:
        """Leave out what may hold content."""

    def _end_garbled_body(self) -> None:
        """Tell who reads a body that no more of it comes: the parser gave up in the middle, and tells only itself."""
        if self._current_request is None or not self._messages:
            return
        body = self._current_request.content
        if not isinstance(self._messages[-1][0], RawRequestMessage) and not body.is_eof():
            body.set_exception(RequestPayloadError(_NO_HTTP))

    def _waits_for_head(self) -> bool:
        """Whether no request is being answered and none is ready: what came is the beginning of a head."""
        return self._waiter is not None and not self._waiter.done() and not self._messages

    def _close_if_no_head(self) -> None:
        self._head_due = None
        if self._waits_for_head():
            self.force_close()


def _refusal_of(fault: BaseException | None, most_headers: int) -> GatewayError:
    """What the parser did not take, in plain words; its own would repeat what came."""
    if isinstance(fault, LineTooLong):
        return header_too_large()
    if isinstance(fault, BadHttpMethod):
        return unknown_method()
    if isinstance(fault, BadHttpMessage) and fault.message.startswith(_TOO_MANY):
        return too_many_headers(most_headers)
    return bad_request(_NO_HTTP)


class GatewayServer(Server):
    """Makes the connections.

    Args:
        handler: answers requests.
        head_within: seconds in which the head of a request must be there.
        most_headers: how many headers a request may have, for what is said of one with more.
        on_refused: is told of what was refused before it was a request.
        more: see `aiohttp.web.Server`.
    """

    def __init__(
        self,
        handler: Any,
        head_within: float,
        most_headers: int,
        on_refused: Callable[[GatewayError], None],
        **more: Any,
    ) -> None:
        super().__init__(handler, max_headers=most_headers, **more)
        self.most_headers = most_headers
        self.head_within = head_within
        self.on_refused = on_refused

    def __call__(self) -> RequestHandler:
        """A connection."""
        return Protocol(self, loop=self._loop, **self._kwargs)
