"""Which endpoint a call is for."""

import re
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

import msgspec

from sendable.emulator.exchange import Answer, Call
from sendable.emulator.refusals import RefusedError

if TYPE_CHECKING:
    from sendable.emulator.emulator import Emulator


class Route(msgspec.Struct, frozen=True):
    """Where a call leads.

    Attributes:
        endpoint: answers it.
        platform: whose envelope errors have; "" for that of the emulator.
        parts: the variable parts of its path.
    """

    endpoint: Callable[..., Answer]
    platform: str = "api"
    parts: dict[str, str] = {}


# Method, path, module of the endpoint and function in it. The official clients for the clouds leave `/v1` to the base
# address, so it may be missing there.
_API = r"(?:/anthropic)?/v1"
_VERTEX = r"(?:/v1)?/projects/(?P<project>[^/]+)/locations/(?P<location>[^/]+)/publishers/anthropic/models"
_TABLE = (
    ("POST", rf"{_API}/messages", "messages", "create", "api"),
    ("POST", rf"{_API}/messages/count_tokens", "count_tokens", "count", "api"),
    ("POST", rf"{_API}/messages/batches", "batches", "create", "api"),
    ("GET", rf"{_API}/messages/batches", "batches", "catalogue", "api"),
    ("GET", rf"{_API}/messages/batches/(?P<batch>[^/]+)", "batches", "one", "api"),
    ("DELETE", rf"{_API}/messages/batches/(?P<batch>[^/]+)", "batches", "delete", "api"),
    ("POST", rf"{_API}/messages/batches/(?P<batch>[^/]+)/cancel", "batches", "cancel", "api"),
    ("GET", rf"{_API}/messages/batches/(?P<batch>[^/]+)/results", "batches", "results", "api"),
    ("POST", rf"{_API}/files", "files", "create", "api"),
    ("GET", rf"{_API}/files", "files", "catalogue", "api"),
    ("GET", rf"{_API}/files/(?P<file>[^/]+)", "files", "one", "api"),
    ("DELETE", rf"{_API}/files/(?P<file>[^/]+)", "files", "delete", "api"),
    ("GET", rf"{_API}/files/(?P<file>[^/]+)/content", "files", "content", "api"),
    ("GET", rf"{_API}/models", "models", "catalogue", "api"),
    ("GET", rf"{_API}/models/(?P<model>[^/]+)", "models", "one", "api"),
    ("POST", r"/model/(?P<model>.+)/invoke", "bedrock", "invoke", "bedrock"),
    ("POST", r"/model/(?P<model>.+)/invoke-with-response-stream", "bedrock", "stream", "bedrock"),
    ("POST", rf"{_VERTEX}/count-tokens:rawPredict", "vertex", "count", "vertex"),
    ("POST", rf"{_VERTEX}/(?P<model>[^/]+):rawPredict", "vertex", "predict", "vertex"),
    ("POST", rf"{_VERTEX}/(?P<model>[^/]+):streamRawPredict", "vertex", "stream", "vertex"),
)
_ROUTES = [
    (method, re.compile(path), module, function, platform) for method, path, module, function, platform in _TABLE
]


def route_of(call: Call) -> Route:
    """The route of a call; one that leads nowhere is answered with 404, a wrong method with 405."""
    found = False
    for method, pattern, module, function, platform in _ROUTES:
        match = pattern.fullmatch(call.path)
        if match is None:
            continue
        if method == call.method:
            endpoint = getattr(import_module(f"sendable.emulator.endpoints.{module}"), function)
            return Route(endpoint, platform, match.groupdict())
        found = True
    return Route(_wrong_method if found else _nowhere)


def _nowhere(_emulator: "Emulator", _call: Call, _route: Route) -> Answer:
    raise RefusedError(404, "Not found")


def _wrong_method(_emulator: "Emulator", _call: Call, _route: Route) -> Answer:
    raise RefusedError(405, "Method Not Allowed")
