"""A request that sendable looks at: read whole, judged, sent or refused, and its answer handed back as it comes."""

from time import perf_counter

import aiohttp
from aiohttp.web import BaseRequest, StreamResponse

from sendable.gateway.asked import Asked
from sendable.gateway.bodies import whole_body
from sendable.gateway.exact_response import own_answer
from sendable.gateway.forwarding import Shape, hand_back, told_in
from sendable.gateway.heads import forwarded, replaced, without
from sendable.gateway.hop_by_hop import Headers, end_to_end
from sendable.gateway.options import Options
from sendable.gateway.outcome import Outcome
from sendable.gateway.relaying import NEVER_SENT, Judged, Relaying
from sendable.gateway.upstream import Response, Upstream, failure_of
from sendable.relay import Where
from sendable.relay.encodings import decoded

LARGEST_REFUSAL = 1_000_000
_FAULTS = (aiohttp.ClientError, TimeoutError, OSError)


class LookedAt:
    """Answers the requests that are looked at.

    Args:
        options: of the gateway.
        upstream: where they go.
        relaying: judges them.
    """

    def __init__(self, options: Options, upstream: Upstream, relaying: Relaying) -> None:
        self._options = options
        self._upstream = upstream
        self._relaying = relaying

    async def answer(self, request: BaseRequest, asked: Asked, where: Where, outcome: Outcome) -> StreamResponse:
        """Answer one request.

        Raises:
            GatewayError: its body is not taken, or no answer came.
        """
        body = await whole_body(request, asked, self._options.max_body, self._options.timeout)
        begun = perf_counter()
        judged = await self._relaying.passage(asked, body, where)
        passage = judged.passage
        outcome.inside = perf_counter() - begun
        outcome.report = passage.report
        if passage.refusal is not None:
            outcome.status = passage.refusal.status
            headers = {**passage.refusal.headers, **passage.report.headers()}
            return own_answer(passage.refusal.status, headers, passage.refusal.body)
        return await self._sent(request, asked, judged, outcome)

    async def _sent(self, request: BaseRequest, asked: Asked, judged: Judged, outcome: Outcome) -> StreamResponse:
        passage = judged.passage
        outcome.attempts += 1
        headers = without(asked.headers, NEVER_SENT)
        headers = forwarded(headers, self._upstream.address.authority, len(passage.body), passage.headers)
        again: Judged | None = None
        try:
            async with self._upstream.send(asked, headers, passage.body, None) as response:
                begun = b""
                if 400 <= response.status < 500 and passage.again is not None:
                    begun = await _refusal(response)
                    again = await self._again(judged, response, begun)
                if again is None:
                    return await self._handed_back(request, response, judged, outcome, begun)
        except _FAULTS as fault:
            raise failure_of(fault) from None
        outcome.report = again.passage.report
        return await self._sent(request, asked, again, outcome)

    async def _again(self, judged: Judged, response: Response, body: bytes) -> Judged | None:
        plain = decoded(body, response.headers.get("content-encoding", ""))
        return None if plain is None else await self._relaying.again(judged, response.status, plain)

    async def _handed_back(
        self, request: BaseRequest, response: Response, judged: Judged, outcome: Outcome, begun: bytes
    ) -> StreamResponse:
        passage = judged.passage
        answer = passage.answer(response.status, plain(response.raw_headers))
        dropped = frozenset(name.encode("latin-1") for name in answer.drop)
        headers = replaced(without(end_to_end(response.raw_headers), dropped), told_in(passage.report))
        shape = Shape(headers, answer.feed, answer.finish)
        whole = False
        try:
            handed = await hand_back(request, response, shape, self._options, outcome, begun)
            whole = not outcome.cause
            return handed
        finally:
            self._relaying.settle(judged, answer, whole)


def plain(headers: Headers) -> dict[str, str]:
    """Headers by lower-case name; the last of one name holds."""
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in headers}


async def _refusal(response: Response) -> bytes:
    """The body of a refusal; what is longer than any refusal of the API is read as far as that."""
    pieces: list[bytes] = []
    size = 0
    async for piece in response.content.iter_any():
        pieces.append(piece)
        size += len(piece)
        if size > LARGEST_REFUSAL:
            break
    return b"".join(pieces)
