"""One line of a JSONL input: a request, a request with its id and target, or a Batches line."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from sendable.cli.targeting import Targeting
from sendable.errors import UnreadableError
from sendable.reporting.encode import encoded
from sendable.targets import Target
from sendable.wire.read import Source, read, shaped


class _Shell(msgspec.Struct, gc=False):
    """The request of a line as its own text, which places in an error speak of."""

    request: msgspec.Raw


_SHELL = msgspec.json.Decoder(_Shell)
_ADDRESS = frozenset({"path", "url", "uri"})
_EXCHANGE = (
    "an exchange over HTTP and no request: put the body that was sent into `request`, and the one that came back into "
    "`response`"
)


class Line(NamedTuple):
    """A line that was read, or why it could not be.

    Attributes:
        id: its `id`, its `custom_id` or its number.
        source: its request; None when it is unreadable.
        target: where that goes.
        error: why it is unreadable; "" when it is not.
        around: what stands beside the request in the line.
    """

    id: Any
    source: Source | None
    target: Target
    error: str = ""
    around: Mapping[str, Any] = MappingProxyType({})


def read_line(line: bytes, number: int, targeting: Targeting) -> Line:
    """Read one line."""
    try:
        value = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _read_odd(line, number, targeting)
    name = _name(value, number)
    try:
        if not isinstance(value, dict) or "messages" in value:
            return Line(name, shaped(value, len(line)), targeting.default)
        target = targeting.default if "target" not in value else targeting.of_line(encoded(value["target"]))
        if "request" not in value:
            return Line(name, no_exchange(shaped(value, len(line))), target)
        return Line(name, no_exchange(read(bytes(_SHELL.decode(line).request))), target, around=value)
    except UnreadableError as fault:
        return Line(name, None, targeting.default, str(fault))


def no_exchange(source: Source) -> Source:
    """The source, unless it is an exchange over HTTP with its request in it somewhere.

    Raises:
        UnreadableError: so it is. What it holds would be judged as a request without any of its fields.
    """
    held = source.request
    if "messages" not in held and "method" in held and not _ADDRESS.isdisjoint(held):
        raise UnreadableError(_EXCHANGE)
    return source


def _name(value: object, number: int) -> Any:
    """What a line is called: its `id`, its `custom_id`, or else its number."""
    if not isinstance(value, dict):
        return number
    return next((value[key] for key in ("id", "custom_id") if value.get(key) is not None), number)


def _read_odd(line: bytes, number: int, targeting: Targeting) -> Line:
    """Read a line that the strict parser refuses, or that is no object."""
    name: Any = number
    try:
        source = read(line)
        whole = source.whole
        if not isinstance(whole, dict):
            return Line(name, source, targeting.default)
        name = _name(whole, number)
        if "messages" in whole:
            return Line(name, source, targeting.default)
        target = targeting.of_line(encoded(whole.get("target")))
        held = whole.get("request")
        return Line(name, read(held) if isinstance(held, (dict, list)) else source, target)
    except UnreadableError as fault:
        return Line(name, None, targeting.default, str(fault))
