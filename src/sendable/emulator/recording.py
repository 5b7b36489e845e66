"""Writes each call and its answer into a folder, one JSON file each, without what is secret in them.

A file is a line of a log as the command reads one: `request` is the body, `response` the one that came back, and
`target` says where it went. Of headers and parameters only those are written that are known to hold no key.
"""

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from sendable.emulator.exchange import Answer, Call, encoded
from sendable.emulator.headers import betas_of
from sendable.emulator.routes import route_of
from sendable.errors import UsageError

LEFT_OUT = "(left out)"
_HEADERS = frozenset({
    "accept", "accept-encoding", "accept-language", "cache-control", "connection", "content-encoding",
    "content-length", "content-type", "date", "expect", "host", "idempotency-key", "request-id", "retry-after",
    "traceparent", "transfer-encoding", "user-agent", "x-app", "x-should-retry",
})  # fmt: skip
_FAMILIES = ("anthropic-", "x-stainless-", "x-amzn-bedrock-", "x-amzn-requestid", "x-amzn-errortype")
_PARAMETERS = frozenset({"after_id", "alt", "before_id", "beta", "limit", "page"})
_TELLING = re.compile(r"key|token|secret|auth|cookie|signature|credential|password")
# Servers of MCP are named with their key in the body.
_IN_BODY = "authorization_token"
_IN_TEXT = re.compile(rf'("{_IN_BODY}"\s*:\s*)"(?:[^"\\]|\\.)*"?')


class Recorder:
    """Writes exchanges.

    Args:
        folder: is made where it is missing; files that are in it are kept.
        platform: what `/v1/messages` stands for.

    Raises:
        UsageError: the folder cannot be made.
    """

    def __init__(self, folder: str | Path, platform: str = "api") -> None:
        self._folder = Path(folder)
        self._platform = platform
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise UsageError(f"cannot record into {self._folder}: {fault.strerror}") from None
        self._number = 0

    def __call__(self, call: Call, answer: Answer) -> None:
        """Write one exchange."""
        try:
            self._free().write_bytes(msgspec.json.format(encoded(self._told(call, answer)), indent=2) + b"\n")
        except OSError as fault:
            print(f"sendable emulate: cannot record: {fault.strerror}", file=sys.stderr)  # noqa: T201 - the call is answered

    def _told(self, call: Call, answer: Answer) -> dict[str, Any]:
        request = _read(call.body)
        target = _target(call, self._platform) if isinstance(request, dict) else None
        return {
            "method": call.method,
            "path": call.path,
            "query": {name: value if name in _PARAMETERS else LEFT_OUT for name, value in call.query.items()},
            "headers": _plain(call.headers),
            **({"target": target} if target is not None else {}),
            "request": request,
            "status": answer.status,
            "response_headers": _plain(answer.headers),
            "response": _read(answer.body if answer.body is not None else b"".join(answer.pieces)),
        }

    def _free(self) -> Path:
        """The next name that no file has."""
        while True:
            self._number += 1
            file = self._folder / f"{self._number:05}.json"
            if not file.exists():
                return file


def _plain(headers: Mapping[str, str]) -> dict[str, str]:
    """The headers, with the values of those alone that are known to be no secret."""
    return {name: value if _is_plain(name.lower()) else LEFT_OUT for name, value in headers.items()}


def _is_plain(name: str) -> bool:
    return name in _HEADERS or (name.startswith(_FAMILIES) and _TELLING.search(name) is None)


def _target(call: Call, platform: str) -> dict[str, Any] | None:
    """Where a request for a message went, as a log tells it; None for any other call."""
    route = route_of(call)
    last = call.path.rpartition("/")[2]
    if route.platform == "bedrock":
        return {"platform": "bedrock", "model": route.parts["model"], "endpoint": last}
    endpoint = "count_tokens" if last in ("count_tokens", "count-tokens:rawPredict") else "messages"
    told = {"endpoint": endpoint, "betas": sorted(betas_of(call.headers))}
    if route.platform == "vertex":
        model = {"model": route.parts["model"]} if "model" in route.parts else {}
        return {"platform": "vertex", **model, **told}
    return {"platform": platform, **told} if last in ("messages", "count_tokens") else None


def _read(body: bytes) -> Any:
    """A body as JSON; as text where it is none."""
    try:
        return _without_keys(msgspec.json.decode(body)) if body else None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _IN_TEXT.sub(rf'\1"{LEFT_OUT}"', body.decode("utf-8", "replace"))


def _without_keys(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_keys(item) for item in value]
    if isinstance(value, dict):
        return {
            name: LEFT_OUT if name == _IN_BODY and isinstance(item, str) else _without_keys(item)
            for name, item in value.items()
        }
    return value
