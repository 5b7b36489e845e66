"""What happens to one request."""

import asyncio
from typing import Any

from aiohttp.web import BaseRequest, StreamResponse

from sendable.gateway.asked import Asked, asked_of
from sendable.gateway.exact_response import WholeResponse, own_answer
from sendable.gateway.forwarding import cut, pass_through
from sendable.gateway.looked_at import LookedAt
from sendable.gateway.options import Options
from sendable.gateway.outcome import Outcome
from sendable.gateway.own_paths import OWN_PATHS, OwnPaths
from sendable.gateway.refusals import STOPPED, GatewayError, failed_inside, stopped, too_busy
from sendable.gateway.upstream import Upstream
from sendable.gateway.watch import Watch
from sendable.relay import Where, where_of

_JSON = "application/json"


class Handling:
    """Answers the requests of clients.

    Args:
        options: of the gateway.
        upstream: where they go.
        watch: is told of each.
        own: answers the own paths.
        looked_at: answers what is looked at.
    """

    def __init__(self, options: Options, upstream: Upstream, watch: Watch, own: OwnPaths, looked_at: LookedAt) -> None:
        self._options = options
        self._upstream = upstream
        self._watch = watch
        self._own = own
        self._looked_at = looked_at
        self._running: dict[asyncio.Task[Any], Outcome] = {}

    async def __call__(self, request: BaseRequest) -> StreamResponse:
        """Answer one request."""
        try:
            asked = asked_of(request, self._options.max_header)
        except GatewayError as refused:
            self._watch.refused(refused)
            return _answer_of(refused)
        if asked.path in OWN_PATHS:
            return await self._own.answer(asked.method, asked.path)
        outcome = self._watch.begun()
        task = asyncio.current_task()
        assert task is not None
        self._running[task] = outcome
        try:
            return await self._answer(request, asked, outcome)
        except GatewayError as refused:
            return _told(refused, outcome)
        except asyncio.CancelledError:
            if outcome.cause != STOPPED:
                outcome.cause = outcome.cause or "client-gone"
                raise
            if task.uncancel() or outcome.upstream_status:
                # What was begun must not look whole.
                cut(request)
                raise
            return _told(stopped(), outcome)
        except Exception as fault:  # noqa: BLE001 - whatever fails, the client gets a clear error and no traceback
            self._watch.failed(fault)
            return _told(failed_inside(), outcome)
        finally:
            del self._running[task]
            self._watch.done(outcome)

    def cut(self) -> None:
        """End what runs: who has nothing of an answer yet is told why."""
        for task, outcome in self._running.items():
            outcome.cause = STOPPED
            task.cancel()

    async def _answer(self, request: BaseRequest, asked: Asked, outcome: Outcome) -> StreamResponse:
        where = self._where(asked)
        if where is not None:
            outcome.endpoint = where.endpoint
        if self._watch.in_flight > self._options.concurrency:
            raise too_busy()
        if where is not None:
            return await self._looked_at.answer(request, asked, where, outcome)
        return await pass_through(request, asked, self._upstream, self._options, outcome)

    def _where(self, asked: Asked) -> Where | None:
        """Where a call goes: as it is named here, or as the upstream sees it, below whose path it is."""
        target = asked.target.decode("latin-1")
        return where_of(asked.method, target) or where_of(asked.method, self._upstream.address.prefix + target)


def _told(refused: GatewayError, outcome: Outcome) -> WholeResponse:
    outcome.status, outcome.cause = refused.status, refused.cause
    return _answer_of(refused)


def _answer_of(refused: GatewayError) -> WholeResponse:
    headers = {"content-type": _JSON, **refused.headers}
    return own_answer(refused.status, headers, refused.body, closes=refused.closes)
