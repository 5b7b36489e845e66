"""The body of a request: read whole where it is looked at, piece by piece where it is not."""

import asyncio
from collections.abc import AsyncIterator

from aiohttp import ClientError
from aiohttp.web import BaseRequest, RequestPayloadError

from sendable.gateway.asked import Asked
from sendable.gateway.refusals import GatewayError, bad_request, body_too_large, body_too_slow

AT_MOST = 30.0
"""Seconds that a client may fall behind with its body: of silence, or of coming more slowly than `SLOWEST`."""

SLOWEST = 1_000
"""Bytes a second."""

_CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


async def whole_body(request: BaseRequest, asked: Asked, most: int, patience: float) -> bytes:
    """The whole body.

    Raises:
        GatewayError: it is too large, garbled, stopped coming, or came too slowly.
    """
    if asked.length is not None and asked.length > most:
        raise body_too_large(most)
    pieces: list[bytes] = []
    size = 0
    async for piece in _pieces(request, asked, patience):
        size += len(piece)
        if size > most:
            raise body_too_large(most)
        pieces.append(piece)
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


class Upload:
    """A body on its way through; no more than a few pieces of it are held.

    Args:
        request: whose body it is.
        asked: tells whether the client waits to be asked for it.
        patience: seconds for which the next piece is waited for, if that is less than `AT_MOST`.

    Attributes:
        fault: what was wrong with it on the client's side.
    """

    def __init__(self, request: BaseRequest, asked: Asked, patience: float) -> None:
        self._request = request
        self._asked = asked
        self._patience = patience
        self.fault: GatewayError | None = None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """The pieces."""
        try:
            async for piece in _pieces(self._request, self._asked, self._patience):
                yield piece
        except GatewayError as fault:
            self.fault = fault
            raise


async def _pieces(request: BaseRequest, asked: Asked, patience: float) -> AsyncIterator[bytes]:
    if asked.waits and request.transport is not None:
        request.transport.write(_CONTINUE)
    now = asyncio.get_running_loop().time
    most = left = min(patience, AT_MOST)
    while True:
        start = now()
        try:
            async with asyncio.timeout(left):
                piece = await request.content.readany()
        except TimeoutError:
            raise body_too_slow() from None
        except (RequestPayloadError, ClientError):
            raise bad_request("The body is garbled or ends too early.", "body-garbled") from None
        if not piece:
            return
        # Only the client's own time counts: where the upstream is slow, the next piece is not asked for.
        left = min(most, left - (now() - start) + len(piece) / SLOWEST)
        yield piece
