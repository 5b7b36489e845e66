"""The emulator as an ASGI app."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qsl, unquote

from sendable.contract.rules.envelope.request_too_large import MOST
from sendable.emulator.bodies import LARGEST_BATCH, LARGEST_FILE, too_large
from sendable.emulator.emulator import Emulator
from sendable.emulator.exchange import Answer, Call
from sendable.emulator.refusals import RefusedError, refusal

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

PATIENCE = 60.0
_READ_ANYWAY = 3 * 32 * 1024 * 1024


class _GoneError(Exception):
    """The client went away, or stopped in the middle of its body."""


class App:
    """Answers HTTP calls through an emulator.

    Args:
        emulator: what answers.
        patience: seconds for which the next piece of a body is waited for.
    """

    def __init__(self, emulator: Emulator, patience: float = PATIENCE) -> None:
        self.emulator = emulator
        self._patience = patience

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one call."""
        if scope["type"] != "http":
            return
        headers = _headers(scope)
        root, path = _places(scope)
        try:
            body = await self._body(receive, _most(path))
        except _GoneError:
            return
        except RefusedError as refused:
            self.emulator.reject(refused)
            answer = refusal(refused, self.emulator.identifiers.next("request"))
        else:
            query = dict(parse_qsl(scope.get("query_string", b"").decode("latin-1")))
            answer = self.emulator.answer(Call(scope["method"], path, query, headers, body, root))
        await _send(answer, send, receive)

    async def _body(self, receive: Receive, most: int) -> bytes:
        """The whole body. One that is too large is read on for a while, so that its sender sees the answer."""
        pieces: list[bytes] = []
        size = 0
        while True:
            message = await self._next(receive)
            piece = message.get("body", b"")
            size += len(piece)
            if size <= most:
                pieces.append(piece)
            else:
                pieces.clear()
            if not message.get("more_body", False):
                break
            if size > most + _READ_ANYWAY:
                break
        if size > most:
            raise too_large()
        return b"".join(pieces)

    async def _next(self, receive: Receive) -> MutableMapping[str, Any]:
        try:
            async with asyncio.timeout(self._patience):
                message = await receive()
        except TimeoutError:
            raise RefusedError(408, "Timed out while waiting for the request body.", "timeout_error") from None
        if message["type"] == "http.disconnect":
            raise _GoneError
        return message


def _places(scope: Scope) -> tuple[str, str]:
    """Where the app is mounted, and the path below that; some frameworks leave the one out of the other."""
    path = unquote(scope.get("raw_path", scope["path"].encode()).decode("latin-1").partition("?")[0])
    root = scope.get("root_path", "").rstrip("/")
    return root, path.removeprefix(root) if path.startswith(f"{root}/") else path


def _headers(scope: Scope) -> dict[str, str]:
    headers: dict[str, str] = {}
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
        headers[name] = f"{headers[name]},{value}" if name in headers else value
    return headers


def _most(path: str) -> int:
    """How large a body may be at all; what each platform takes is judged later."""
    if path.endswith("/batches"):
        return LARGEST_BATCH
    return LARGEST_FILE if path.endswith("/files") else MOST["api"]


async def _send(answer: Answer, send: Send, receive: Receive) -> None:
    if answer.delay and await _left(receive, answer.delay):
        return
    headers = [(b"content-type", answer.media_type.encode("ascii"))]
    headers += [(name.encode("latin-1"), value.encode("latin-1")) for name, value in answer.headers.items()]
    if answer.body is not None:
        headers.append((b"content-length", str(len(answer.body)).encode("ascii")))
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    if answer.body is not None:
        await send({"type": "http.response.body", "body": answer.body})
        return
    for piece in answer.pieces:
        await send({"type": "http.response.body", "body": piece, "more_body": True})
        # Without a pace too: a client that went away is only noticed while something else has its turn.
        await asyncio.sleep(answer.pace)
    if not answer.cut:
        await send({"type": "http.response.body", "body": b""})


async def _left(receive: Receive, seconds: float) -> bool:
    """Wait; whether the client went away in the meantime."""
    try:
        async with asyncio.timeout(seconds):
            while (await receive())["type"] != "http.disconnect":
                pass
    except TimeoutError:
        return False
    return True
