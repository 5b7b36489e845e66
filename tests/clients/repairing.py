"""sendable between the official client and the wire, as a middleware of that client."""

from typing import Any

import anthropic
from anthropic import AsyncCallNext, CallNext

from sendable import Target, repair


class Repairing(anthropic.Middleware):
    """Repairs the requests of one conversation on their way; `applied` names what was done."""

    def __init__(self, target: Target | None = None) -> None:
        self.applied: list[str] = []
        self._target = target
        self._state: dict[str, Any] | None = None

    def handle(self, request: Any, call_next: CallNext) -> Any:
        return call_next(self._repaired(request))

    async def handle_async(self, request: Any, call_next: AsyncCallNext) -> Any:
        return await call_next(self._repaired(request))

    def _repaired(self, request: Any) -> Any:
        if not isinstance(request.json, dict) or "messages" not in request.json:
            return request
        if _continues(request.json):
            repaired = repair(request.json, self._target)
        else:
            repaired = repair(request.json, self._target, state=self._state)
            self._state = repaired.state
        self.applied += [change.by for change in repaired.changes]
        return request.copy(body=repaired.request) if repaired.changes else request


def _continues(body: dict[str, Any]) -> bool:
    """Whether the server holds what came before: what is sent is the new part alone, to be repaired by itself."""
    thread = body.get("thread")
    return isinstance(thread, dict) and thread.get("type") == "continue"
