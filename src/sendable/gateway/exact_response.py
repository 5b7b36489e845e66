"""An answer of aiohttp's server whose head holds what the upstream sent, and nothing that aiohttp would add."""

from typing import Any

from aiohttp.web import BaseRequest, StreamResponse

from sendable.gateway.exact_request import put_head
from sendable.gateway.heads import response_head
from sendable.gateway.hop_by_hop import Headers

_BODILESS = frozenset({204, 304})


class ExactResponse(StreamResponse):
    """An answer with headers of its own.

    Args:
        status: of the answer.
        reason: its phrase; None is the usual one.
        headers: all of them, without those of the connection.
        length: bytes of the body where `content-length` says so; None is a body whose end the connection shows.
    """

    def __init__(self, status: int, reason: str | None, headers: Headers, length: int | None) -> None:
        super().__init__(status=status)
        self._said = reason
        self._exact = headers
        self._whole = length

    async def _prepare_headers(self) -> None:
        request: BaseRequest = self._req  # type: ignore[assignment]
        writer: Any = self._payload_writer
        empty = self.status in _BODILESS or request.method == "HEAD"
        modern = tuple(request.version) == (1, 1)
        alive = request.keep_alive and self._keep_alive is not False
        if empty:
            writer.length = 0
        elif self._whole is not None:
            writer.length = self._whole
        elif modern:
            writer.enable_chunking()
            self._exact = (*self._exact, (b"Transfer-Encoding", b"chunked"))
        else:
            alive = False
        self._keep_alive = alive
        if not alive:
            self._exact = (*self._exact, (b"Connection", b"close"))
        elif not modern:
            self._exact = (*self._exact, (b"Connection", b"keep-alive"))

    async def _write_headers(self) -> None:
        writer: Any = self._payload_writer
        request: BaseRequest = self._req  # type: ignore[assignment]
        version = (1, 1) if tuple(request.version) == (1, 1) else (1, 0)
        put_head(writer, response_head(version, self.status, self._said, self._exact))
        # A stream's head must not wait for its first event; a whole answer goes out in one piece with its head.
        if self._whole is None:
            writer.send_headers()


def own_answer(status: int, headers: dict[str, str], body: bytes, *, closes: bool = False) -> "WholeResponse":
    """An answer that the gateway itself gives."""
    named = tuple((name.encode("latin-1"), value.encode("utf-8")) for name, value in headers.items())
    answer = WholeResponse(status, None, (*named, (b"content-length", b"%d" % len(body))), len(body))
    answer.whole = body
    if closes:
        answer.force_close()
    return answer


class WholeResponse(ExactResponse):
    """An answer whose body is at hand.

    Attributes:
        whole: the body.
    """

    whole: bytes = b""

    async def write_eof(self, data: bytes = b"") -> None:
        """Send the body and end."""
        empty = self._req is not None and self._req.method == "HEAD"
        await super().write_eof(data or (b"" if empty else self.whole))
