"""A log of requests, one a line, with the responses to them where those were kept."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from sendable.cli.fields import joined
from sendable.cli.inputs import read_lines
from sendable.cli.lines import read_line
from sendable.cli.targeting import Targeting
from sendable.prefix.answers import answer_of
from sendable.targets import Target

_TIMES = ("time", "timestamp", "date", "created_at", "ts")


class Logged(NamedTuple):
    """One line of a log.

    Attributes:
        id: its `id`, its `custom_id` or its number.
        request: the body that was sent; None for a line that is none.
        target: where it went.
        answer: the blocks of the response; None when the line holds none.
        time: when it was sent, in seconds; None when the line does not say.
        error: why the line is unreadable.
    """

    id: Any
    request: dict[str, Any] | None
    target: Target
    answer: Sequence[Any] | None = None
    time: float | None = None
    error: str = ""


def read_log(name: str, targeting: Targeting, fields: dict[str, Any] | None) -> Iterator[Logged]:
    """The lines of a log.

    Raises:
        UnreadableError: the file cannot be read.
    """
    for number, text in read_lines(name):
        line = read_line(text, number, targeting)
        if line.source is None:
            yield Logged(line.id, None, line.target, error=line.error)
            continue
        held = joined(line.source, line.target, fields)
        around = _around(text)
        answer = answer_of(around.get("response"))
        content = None if answer is None else answer["content"]
        blocks = content if isinstance(content, list) else None if content is None else [{"type": "text"}]
        yield Logged(line.id, held.source.request, held.target, blocks, _seconds(around))


def _around(text: bytes) -> dict[str, Any]:
    """What stands beside the request in a line."""
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return {}
    return value if isinstance(value, dict) and "messages" not in value else {}


def _seconds(line: dict[str, Any]) -> float | None:
    """The time of a line: seconds or milliseconds since 1970, or a date in ISO 8601."""
    held = next((line[name] for name in _TIMES if line.get(name) is not None), None)
    if isinstance(held, bool):
        return None
    if isinstance(held, int | float):
        return held / 1000 if held > 1e11 else float(held)
    if isinstance(held, str):
        try:
            return datetime.fromisoformat(held).timestamp()
        except (ValueError, OverflowError):
            return None
    return None
