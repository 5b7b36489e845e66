"""One line of a JSONL input: a request, a request with its id and target, or a Batches line."""

from typing import Any, NamedTuple

import msgspec

from sendable.cli.targeting import Targeting
from sendable.errors import UnreadableError
from sendable.report.encode import encoded
from sendable.targets import Target
from sendable.wire.read import Source, read

_UNSET = msgspec.UNSET
_Part = msgspec.Raw | msgspec.UnsetType


class _Shell(msgspec.Struct, gc=False):
    """What a line is looked at for before its request is read."""

    id: Any = None
    custom_id: Any = None
    request: _Part = _UNSET
    messages: _Part = _UNSET
    target: _Part = _UNSET


_SHELL = msgspec.json.Decoder(_Shell)


class Line(NamedTuple):
    """A line that was read, or why it could not be.

    Attributes:
        id: its `id`, its `custom_id` or its number.
        source: its request; None when it is unreadable.
        target: where that goes.
        error: why it is unreadable; "" when it is not.
    """

    id: Any
    source: Source | None
    target: Target
    error: str = ""


def read_line(line: bytes, number: int, targeting: Targeting) -> Line:
    """Read one line."""
    try:
        shell = _SHELL.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _read_odd(line, number, targeting)
    name = shell.id if shell.id is not None else shell.custom_id
    if name is None:
        name = number
    try:
        if shell.messages is _UNSET:
            target = targeting.default if shell.target is _UNSET else targeting.of_line(bytes(shell.target))
            if shell.request is not _UNSET:
                return Line(name, read(bytes(shell.request)), target)
            return Line(name, read(line), target)
        return Line(name, read(line), targeting.default)
    except UnreadableError as fault:
        return Line(name, None, targeting.default, str(fault))


def _read_odd(line: bytes, number: int, targeting: Targeting) -> Line:
    """Read a line that the strict parser refuses, or that is no object."""
    name: Any = number
    try:
        source = read(line)
        whole = source.whole
        if not isinstance(whole, dict):
            return Line(name, source, targeting.default)
        name = next((whole[key] for key in ("id", "custom_id") if whole.get(key) is not None), number)
        if "messages" in whole:
            return Line(name, source, targeting.default)
        target = targeting.of_line(encoded(whole.get("target")))
        held = whole.get("request")
        return Line(name, read(held) if isinstance(held, (dict, list)) else source, target)
    except UnreadableError as fault:
        return Line(name, None, targeting.default, str(fault))
