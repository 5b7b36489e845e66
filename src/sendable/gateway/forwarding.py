"""From the upstream's answer to the client's, piece by piece as it comes."""

import asyncio
import logging
import re
import socket
import struct
from collections.abc import Callable
from time import perf_counter

import aiohttp
import msgspec
from aiohttp.web import BaseRequest, StreamResponse

from sendable.gateway.asked import Asked
from sendable.gateway.bodies import Upload
from sendable.gateway.exact_response import ExactResponse
from sendable.gateway.heads import forwarded, replaced
from sendable.gateway.hop_by_hop import Headers, end_to_end
from sendable.gateway.options import Options
from sendable.gateway.outcome import Outcome
from sendable.gateway.refusals import GatewayError
from sendable.gateway.upstream import Response, Upstream, failure_of
from sendable.relay import SPELLING, Report, spelling_of, tell_once

log = logging.getLogger("sendable.gateway")

_FLUSHED_WITHIN = 10.0
_RESET = struct.pack("ii", 1, 0)
_NAME = re.compile(r"[A-Za-z0-9_.:-]{1,80}")
_FAULTS = (aiohttp.ClientError, TimeoutError, OSError)


class Shape(msgspec.Struct, frozen=True):
    """What the client gets of an answer.

    Attributes:
        headers: to send, without those of the connection.
        feed: from a piece that came to the piece that is sent.
        finish: what is sent behind the last.
    """

    headers: Headers
    feed: Callable[[bytes], bytes]
    finish: Callable[[], bytes]


def as_it_came(response: Response, report: Report | None) -> Shape:
    """The answer unchanged, but for the headers that tell of a report."""
    headers = end_to_end(response.raw_headers)
    return Shape(headers if report is None else replaced(headers, told_in(report)), _same, bytes)


def told_in(report: Report) -> dict[bytes, bytes]:
    """The headers that tell of a report."""
    return {name.encode("ascii"): value.encode("latin-1") for name, value in report.headers().items()}


async def pass_through(
    request: BaseRequest, asked: Asked, upstream: Upstream, options: Options, outcome: Outcome
) -> StreamResponse:
    """Send a request that is not looked at, and hand its answer back; both go through in pieces.

    Raises:
        GatewayError: no answer came.
    """
    has_body = asked.chunked or bool(asked.length)
    upload = Upload(request, asked, options.timeout)
    headers = forwarded(asked.headers, upstream.address.authority, None, {})
    if asked.chunked:
        headers = (*headers, (b"Transfer-Encoding", b"chunked"))
    outcome.report = _nearly(asked, options)
    outcome.attempts += 1
    try:
        async with upstream.send(asked, headers, aiter(upload) if has_body else b"", asked.length) as response:
            shape = as_it_came(response, outcome.report)
            return await hand_back(request, response, shape, options, outcome)
    except _FAULTS as fault:
        raise upload.fault or failure_of(fault) from None


async def hand_back(
    request: BaseRequest, response: Response, shape: Shape, options: Options, outcome: Outcome, begun: bytes = b""
) -> StreamResponse:
    """Write an answer to the client while it comes.

    Args:
        request: the client's.
        response: the upstream's.
        shape: what is sent of it.
        options: how long a client that reads nothing is waited for.
        outcome: is told how it went.
        begun: what was read of the body already.

    Returns:
        The answer. Where the upstream broke off, the connection of the client is cut as well: an end that looks clean
        would be taken for a whole answer.

    Raises:
        GatewayError: the answer changes the protocol.
    """
    if response.status < 200:
        raise GatewayError(502, "api_error", "The upstream's answer is no proper HTTP.", "upstream-garbled")
    outcome.status = outcome.upstream_status = response.status
    outcome.request_id = _name_in(response.headers.get("request-id", ""))
    outcome.until_answer = perf_counter() - outcome.started
    answer = ExactResponse(response.status, response.reason, shape.headers, _length(shape.headers))
    try:
        await answer.prepare(request)
        if begun:
            await _write(answer, shape.feed(begun), options, outcome)
        async for piece in response.content.iter_any():
            await _write(answer, shape.feed(piece), options, outcome)
        await _write(answer, shape.finish(), options, outcome)
        await _end(answer)
    except _ClientError as fault:
        outcome.cause = str(fault)
        cut(request)
    except _FAULTS:
        outcome.cause = "upstream-cut"
        cut(request)
    return answer


class _ClientError(Exception):
    """The client reads nothing any more; the message is the cause."""


async def _write(answer: StreamResponse, piece: bytes, options: Options, outcome: Outcome) -> None:
    if not piece:
        return
    outcome.sent += len(piece)
    try:
        async with asyncio.timeout(options.timeout):
            await answer.write(piece)
    except TimeoutError:
        raise _ClientError("client-stalled") from None
    except OSError:
        raise _ClientError("client-gone") from None


async def _end(answer: StreamResponse) -> None:
    try:
        await answer.write_eof()
    except OSError:
        raise _ClientError("client-gone") from None


def cut(request: BaseRequest) -> None:
    """Close the client's connection without the end of the body; what was written is still flushed.

    To an old client the end of the connection is that of the answer, unless it is a hard one.
    """
    transport = request.transport
    if transport is not None and tuple(request.version) == (1, 0):
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        transport.abort()
    elif transport is not None:
        transport.close()
        asyncio.get_running_loop().call_later(_FLUSHED_WITHIN, transport.abort)


def _name_in(header: str) -> str:
    """A name that may stand in a log."""
    return header if _NAME.fullmatch(header) else ""


def _length(headers: Headers) -> int | None:
    for name, value in headers:
        if name.lower() == b"content-length" and value.isdigit():
            return int(value)
    return None


def _nearly(asked: Asked, options: Options) -> Report | None:
    """What is told of a request whose path is nearly one that is looked at."""
    odd = spelling_of(asked.method, asked.path)
    if odd is None:
        return None
    tell_once(odd.kind, log.name)
    where = odd.where
    platform = options.platform if where.platform == "api" else where.platform
    return Report(verdict="unread", mode=options.mode, platform=platform, endpoint=where.endpoint, notes=[SPELLING])


def _same(piece: bytes) -> bytes:
    return piece
