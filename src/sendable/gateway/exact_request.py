"""A request of aiohttp whose head goes out as the very bytes that it is given.

aiohttp would put `Host` first, write names of its own and lose bytes that are no UTF-8. Its head is still made, since
the framing of the body follows from it, but other bytes are sent in its place.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import ClientRequest, ClientResponse

Handler = Callable[[ClientRequest], Awaitable[ClientResponse]]


class ExactRequest(ClientRequest):
    """A request with a head of its own.

    Attributes:
        head: the bytes; None leaves the head that aiohttp makes.
    """

    head: bytes | None = None

    async def write_bytes(self, writer: Any, *args: Any, **more: Any) -> None:
        """Send the head and the body; a request without a body has an empty one, so that this is always called."""
        if self.head is not None:
            put_head(writer, self.head)
        await super().write_bytes(writer, *args, **more)


def put_head(writer: Any, head: bytes) -> None:
    """Let a writer of aiohttp, which has not sent its head yet, send this one.

    Raises:
        AttributeError: this aiohttp keeps its head elsewhere, so that it could not be replaced.
    """
    if not hasattr(writer, "_headers_buf"):
        raise AttributeError("this version of aiohttp is not known to send a head as it is given")
    writer._headers_buf = head
    writer._headers_written = False


class Exactly:
    """A middleware of aiohttp's client for one request.

    Args:
        head: what to send.
    """

    def __init__(self, head: bytes) -> None:
        self._head = head

    async def __call__(self, request: ClientRequest, handler: Handler) -> ClientResponse:
        """Put the head on the request and send it."""
        if isinstance(request, ExactRequest):
            request.head = self._head
        return await handler(request)
