"""Transports for the clients of httpx, and of the SDK's httpx2, which has the same interface."""

from types import TracebackType
from typing import TYPE_CHECKING, Any, Unpack

from sendable.clients.crossing import Crossing, Options
from sendable.clients.http_parts import (
    REFUSED,
    library_of,
    lower,
    read_again,
    retried,
    sent,
    where_in,
    without_conversation,
)
from sendable.clients.off_loop import off_loop
from sendable.clients.rejected import RejectedError
from sendable.clients.response_report import attach
from sendable.clients.streams import passing, passing_async
from sendable.errors import UsageError
from sendable.relay import Passage, Where

if TYPE_CHECKING:
    import httpx
    import httpx2

    class _Transport(httpx.BaseTransport, httpx2.BaseTransport):
        """What both libraries take for a transport."""

        def handle_request(self, request: Any) -> Any: ...
        def __enter__(self) -> Any: ...

    class _AsyncTransport(httpx.AsyncBaseTransport, httpx2.AsyncBaseTransport):
        """What both libraries take for an asynchronous transport."""

        async def handle_async_request(self, request: Any) -> Any: ...
        async def __aenter__(self) -> Any: ...
else:
    # Neither library is needed here, nor looked for: they ask a transport for its methods alone.
    _Transport = _AsyncTransport = object

REFUSALS = ("answer", "raise")

_SYNCHRONOUS = "Transport is for synchronous clients: an asynchronous one takes AsyncTransport"
_ASYNCHRONOUS = "AsyncTransport is for asynchronous clients: a synchronous one takes Transport"


class _Setup:
    """What both transports do with requests and responses, apart from sending."""

    def __init__(self, inner: Any, sends: str, mode: str, refuse: str, options: Options) -> None:
        if isinstance(inner, str) or not (inner is None or callable(getattr(inner, sends, None))):
            raise UsageError(f"inner is a transport with {sends}, not {type(inner).__name__}; a mode is given by name")
        if refuse not in REFUSALS:
            raise UsageError(f"unknown way to refuse {refuse!r}: one of {', '.join(REFUSALS)}")
        self.crossing = Crossing(mode, options)
        self._raises = refuse == "raise"

    def passage(self, request: Any, where: Where) -> Passage:
        """What is sent in the place of a request that was read; its own header for sendable is taken off."""
        passage = self.crossing.passage(request.content, lower(request.headers), where)
        without_conversation(request)
        return passage

    def refusal(self, request: Any, passage: Passage) -> Any:
        """The response in the place of the API's; None where the request is sent.

        Raises:
            RejectedError: it was asked for in the place of a response.
        """
        refusal = passage.refusal
        if refusal is None:
            return None
        if self._raises:
            raise RejectedError(passage.report)
        response = library_of(request).Response(refusal.status, headers=refusal.headers, content=refusal.body)
        attach(response, passage.report)
        return response


class Transport(_Transport):
    """A transport that sendable stands in front of.

        httpx.Client(transport=sendable.Transport())

    Args:
        inner: what sends; a plain `HTTPTransport` of the client's library by default.
        mode: "repair", "check" or "observe".
        refuse: what becomes of a request that is held back: "answer" gives the response that the API would, from
            which every SDK makes the error that its callers know; "raise" raises `RejectedError`.
        options: see `Options`.

    Raises:
        UsageError: a name or a value that does not exist.
    """

    def __init__(
        self, inner: Any = None, *, mode: str = "repair", refuse: str = "answer", **options: Unpack[Options]
    ) -> None:
        if isinstance(inner, AsyncTransport):
            raise UsageError(_ASYNCHRONOUS)
        self._inner = inner
        self._setup = _Setup(inner, "handle_request", mode, refuse, options)

    def handle_request(self, request: Any) -> Any:
        """Send a request, or another in its place.

        Raises:
            RejectedError: it is held back, and that was asked to be raised.
        """
        inner, where = self._sender(request), where_in(request)
        if where is None:
            return inner.handle_request(without_conversation(request))
        request.read()
        passage = self._setup.passage(request, where)
        refused = self._setup.refusal(request, passage)
        if refused is not None:
            return refused
        response = inner.handle_request(sent(request, passage))
        if response.status_code in REFUSED:
            raw = b"".join(response.stream)
            response.close()
            again = retried(passage, response, raw)
            if again is None:
                response = read_again(response, raw)
            else:
                passage, response = again, inner.handle_request(sent(request, again))
        return self._passed(response, passage)

    def _passed(self, response: Any, passage: Passage) -> Any:
        answer = passage.answer(response.status_code, lower(response.headers))
        response.stream = passing(library_of(response), response.stream, answer)
        for name in answer.drop:
            response.headers.pop(name, None)
        attach(response, passage.report)
        return response

    def _sender(self, request: Any) -> Any:
        if self._inner is None:
            self._inner = library_of(request).HTTPTransport()
        return self._inner

    def close(self) -> None:
        """Close what sends."""
        if self._inner is not None:
            self._inner.close()

    def __enter__(self) -> Any:
        if self._inner is not None:
            self._inner.__enter__()
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None = None,
        exc_value: BaseException | None = None,
        traceback: TracebackType | None = None,
    ) -> None:
        if self._inner is not None:
            self._inner.__exit__(exc_type, exc_value, traceback)

    async def handle_async_request(self, request: Any) -> Any:  # noqa: ARG002
        """Never sends: an asynchronous client asks the wrong transport."""
        raise UsageError(_SYNCHRONOUS)

    async def __aenter__(self) -> Any:
        raise UsageError(_SYNCHRONOUS)


class AsyncTransport(_AsyncTransport):
    """The same for asynchronous clients.

        httpx.AsyncClient(transport=sendable.AsyncTransport())

    Args, raises: as for `Transport`.
    """

    def __init__(
        self, inner: Any = None, *, mode: str = "repair", refuse: str = "answer", **options: Unpack[Options]
    ) -> None:
        if isinstance(inner, Transport):
            raise UsageError(_SYNCHRONOUS)
        self._inner = inner
        self._setup = _Setup(inner, "handle_async_request", mode, refuse, options)
        self._waits = self._setup.crossing.waits

    async def handle_async_request(self, request: Any) -> Any:
        """Send a request, or another in its place; see `Transport.handle_request`."""
        inner, where = self._sender(request), where_in(request)
        if where is None:
            return await inner.handle_async_request(without_conversation(request))
        await request.aread()
        passage = await off_loop(self._waits, self._setup.passage, request, where)
        refused = self._setup.refusal(request, passage)
        if refused is not None:
            return refused
        response = await inner.handle_async_request(sent(request, passage))
        if response.status_code in REFUSED:
            raw = b"".join([chunk async for chunk in response.stream])
            await response.aclose()
            again = await off_loop(self._waits, retried, passage, response, raw)
            if again is None:
                response = read_again(response, raw)
            else:
                passage, response = again, await inner.handle_async_request(sent(request, again))
        return self._passed(response, passage)

    def _passed(self, response: Any, passage: Passage) -> Any:
        answer = passage.answer(response.status_code, lower(response.headers))
        response.stream = passing_async(library_of(response), response.stream, answer, self._settles)
        for name in answer.drop:
            response.headers.pop(name, None)
        attach(response, passage.report)
        return response

    async def _settles(self, settle: Any) -> None:
        await off_loop(self._waits, settle)

    def _sender(self, request: Any) -> Any:
        if self._inner is None:
            self._inner = library_of(request).AsyncHTTPTransport()
        return self._inner

    async def aclose(self) -> None:
        """Close what sends."""
        if self._inner is not None:
            await self._inner.aclose()

    async def __aenter__(self) -> Any:
        if self._inner is not None:
            await self._inner.__aenter__()
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None = None,
        exc_value: BaseException | None = None,
        traceback: TracebackType | None = None,
    ) -> None:
        if self._inner is not None:
            await self._inner.__aexit__(exc_type, exc_value, traceback)

    def handle_request(self, request: Any) -> Any:  # noqa: ARG002
        """Never sends: a synchronous client asks the wrong transport."""
        raise UsageError(_ASYNCHRONOUS)

    def __enter__(self) -> Any:
        raise UsageError(_ASYNCHRONOUS)
