"""What a middleware can know of the client that it works for, which the SDK does not tell it."""

from collections.abc import Callable, Iterator
from typing import Any

_PLATFORMS = {
    "BaseBedrockClient": "bedrock",
    "BaseMantleClient": "bedrock",
    "BaseVertexClient": "vertex",
    "BaseFoundryClient": "foundry",
}
"""The base classes of the SDK's clients for platforms that are not the API's own; the others are as the API."""

_LINKS = ("call_next", "self")


class SdkClient:
    """The client behind a middleware.

    Args:
        call_next: what the middleware was given, the SDK's own chain.

    Attributes:
        platform: its platform; None where the client cannot be found.
        headers: those that it sends with every request, names in lower case.
    """

    def __init__(self, call_next: Callable[..., Any]) -> None:
        client = _client_of(call_next)
        names = [kind.__name__ for kind in type(client).__mro__]
        known = next((_PLATFORMS[name] for name in names if name in _PLATFORMS), "api")
        self.platform = None if client is None else known
        self.headers = dict(_headers_of(client))


def _client_of(call_next: Any) -> Any:
    """Follow the chain to the client: the SDK's functions hold the next one, and the last one its client."""
    seen: set[int] = set()
    while callable(call_next) and id(call_next) not in seen:
        seen.add(id(call_next))
        held = _held_by(call_next)
        if hasattr(held.get("self"), "default_headers"):
            return held["self"]
        call_next = held.get("call_next")
    return None


def _held_by(function: Any) -> dict[str, Any]:
    names = getattr(getattr(function, "__code__", None), "co_freevars", ())
    cells = getattr(function, "__closure__", None) or ()
    try:
        return {name: cell.cell_contents for name, cell in zip(names, cells, strict=True) if name in _LINKS}
    except ValueError:
        return {}


def _headers_of(client: Any) -> Iterator[tuple[str, str]]:
    # Making them may ask for credentials, which then fail in the request, where they belong.
    try:
        headers = dict(getattr(client, "default_headers", None) or {})
    except Exception:  # noqa: BLE001
        return
    yield from ((name.lower(), value) for name, value in headers.items() if isinstance(value, str))
