"""The three paths that are the gateway's own: they are answered here, whatever the upstream may have there."""

import asyncio
from collections.abc import Callable
from time import monotonic

import msgspec

from sendable.gateway.exact_response import WholeResponse, own_answer
from sendable.gateway.metrics import Metrics
from sendable.gateway.refusals import envelope
from sendable.gateway.upstream import Upstream

HEALTH, READY, METRICS = "/healthz", "/readyz", "/metrics"
OWN_PATHS = frozenset({HEALTH, READY, METRICS})
_METHODS = ("GET", "HEAD")
_JSON = "application/json"
ASKED_EVERY = 5.0
_WRITES_WITHIN = 2.0


class OwnPaths:
    """Answers the own paths.

    Args:
        upstream: whose reach is told.
        metrics: the counts.
        writes: tries whether the ledger can be written to; raises where it cannot.
    """

    def __init__(self, upstream: Upstream, metrics: Metrics, writes: Callable[[], object] | None = None) -> None:
        self._upstream = upstream
        self._metrics = metrics
        self._writes = writes
        self._known: tuple[float, dict[str, bool]] | None = None
        self._asking = asyncio.Lock()
        self.stopping = False

    async def answer(self, method: str, path: str) -> WholeResponse:
        """The answer for one of the own paths."""
        if method not in _METHODS:
            headers = {"content-type": _JSON, "allow": ", ".join(_METHODS), "sendable-error": "method"}
            body = envelope("invalid_request_error", "This path is the gateway's own, and can only be read.")
            return own_answer(405, headers, body)
        if path == METRICS:
            body, media_type = await asyncio.to_thread(self._metrics.text)
            return own_answer(200, {"content-type": media_type}, body)
        if path == HEALTH:
            return own_answer(200, {"content-type": _JSON}, b'{"status":"ok"}')
        return await self._ready()

    async def _ready(self) -> WholeResponse:
        """Ready to serve; asked for often, looked at every few seconds."""
        async with self._asking:
            if self._known is None or monotonic() - self._known[0] > ASKED_EVERY:
                checks = {"upstream": await self._upstream.reachable(), "ledger": await self.writable()}
                self._known = (monotonic(), checks)
        checks = {**self._known[1], "serving": not self.stopping}
        ready = all(checks.values())
        body = msgspec.json.encode({"status": "ready" if ready else "not ready", **checks})
        return own_answer(200 if ready else 503, {"content-type": _JSON}, body)

    async def writable(self) -> bool:
        """Whether the ledger can be written to."""
        if self._writes is None:
            return True
        try:
            async with asyncio.timeout(_WRITES_WITHIN):
                await asyncio.to_thread(self._writes)
        except Exception:  # noqa: BLE001 - a store of any kind, whose errors are its own
            return False
        return True
