"""The one upstream: requests go to it as given bytes, and to nowhere else."""

import asyncio
import select
import ssl
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Any, Self
from urllib.request import getproxies, proxy_bypass

import aiohttp

from sendable.gateway.asked import Asked
from sendable.gateway.exact_request import Exactly, ExactRequest
from sendable.gateway.heads import request_head
from sendable.gateway.hop_by_hop import Headers
from sendable.gateway.options import Address, Options
from sendable.gateway.refusals import GatewayError

_IDLE = 15.0
_WINDOW = 65_536
_HEAD = 65_536
_HEADERS = 512

Response = aiohttp.ClientResponse
Body = bytes | AsyncIterator[bytes]


class Upstream:
    """Connections to the upstream, kept while they are of use.

    Args:
        address: where it is; no request changes it.
        options: how long is waited, and whether a proxy may be used.
    """

    def __init__(self, address: Address, options: Options) -> None:
        self.address = address
        self._options = options
        self._proxy = _proxy_of(address) if options.environment_proxy else None
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        """Open the session; must be called in the loop that serves."""
        options = self._options
        self._session = aiohttp.ClientSession(
            connector=Kept(limit=0, keepalive_timeout=_IDLE, ssl=_trusted(self.address)),
            request_class=ExactRequest,
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            trust_env=False,
            read_bufsize=_WINDOW,
            max_line_size=_HEAD,
            max_field_size=_HEAD,
            max_headers=_HEADERS,
            timeout=aiohttp.ClientTimeout(total=None, connect=options.connect_timeout, sock_read=options.timeout),
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._session is not None:
            await self._session.close()

    def send(
        self, asked: Asked, headers: Headers, body: Body, length: int | None
    ) -> AbstractAsyncContextManager[Response]:
        """Send a request; its answer is there once its head is.

        Args:
            asked: tells method and target.
            headers: as they are sent.
            body: whole, or in pieces.
            length: bytes of a body in pieces, where they are known; without it, it is sent in chunks.

        Raises:
            aiohttp.ClientError: it could not be sent, or no proper answer came.
            TimeoutError: nothing came in time.
        """
        assert self._session is not None
        whole = isinstance(body, bytes)
        said = len(body) if isinstance(body, bytes) else length
        return self._session.request(
            asked.method,
            self.address.url,
            data=body,
            headers={} if said is None else {"Content-Length": str(said)},
            chunked=None if whole or length is not None else True,
            allow_redirects=False,
            proxy=self._proxy,
            middlewares=(Exactly(request_head(asked.method, self._target(asked), headers)),),
        )

    async def reachable(self) -> bool:
        """Whether a connection can be made; nothing is sent."""
        try:
            async with asyncio.timeout(self._options.connect_timeout):
                _, writer = await asyncio.open_connection(self.address.host, self.address.port)
        except (OSError, TimeoutError):
            return self._proxy is not None
        writer.close()
        return True

    def _target(self, asked: Asked) -> bytes:
        return self.address.prefix.encode("utf-8") + asked.target


class Kept(aiohttp.TCPConnector):
    """Connections that are kept; one that the upstream has closed is not used again.

    aiohttp sees an end only once its loop has read it. What was sent into a connection that closes may have been taken
    in, and is not sent again, so the system is asked before.
    """

    async def _get(self, *args: Any) -> Any:
        while (kept := await super()._get(*args)) is not None and _has_ended(kept.transport):
            kept.close()
        return kept


def _has_ended(transport: asyncio.BaseTransport | None) -> bool:
    """Whether the other side closed its end of a connection, or nothing is known of it any more."""
    held = None if transport is None else transport.get_extra_info("socket")
    if held is None or held.fileno() < 0:
        return True
    if not hasattr(select, "POLLRDHUP"):
        return False
    asked = select.poll()
    asked.register(held.fileno(), select.POLLRDHUP)
    return bool(asked.poll(0))


def failure_of(fault: Exception) -> GatewayError:
    """The answer for an upstream that gave none."""
    if isinstance(fault, TimeoutError):
        return GatewayError(504, "timeout_error", "The upstream did not answer in time.", "upstream-timeout")
    if isinstance(fault, aiohttp.ClientSSLError):
        return GatewayError(502, "api_error", "The upstream's TLS could not be verified.", "upstream-tls")
    if isinstance(fault, aiohttp.ClientConnectorError):
        return GatewayError(502, "api_error", "The upstream cannot be reached.", "upstream-unreachable")
    if isinstance(fault, aiohttp.ClientResponseError):
        return GatewayError(502, "api_error", "The upstream's answer is no proper HTTP.", "upstream-garbled")
    return GatewayError(502, "api_error", "The upstream closed the connection without an answer.", "upstream-closed")


def _trusted(address: Address) -> ssl.SSLContext | bool:
    """The authorities that are trusted; they are read only for an upstream with TLS, since that takes a while."""
    return ssl.create_default_context() if address.scheme == "https" else True


def _proxy_of(address: Address) -> str | None:
    """The proxy of the environment; only for TLS, which it cannot look into."""
    if address.scheme != "https" or proxy_bypass(address.host):
        return None
    return getproxies().get("https")
