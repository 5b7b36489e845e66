"""A log of requests, one a line, with the responses to them where those were kept."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sendable.cli.fields import Joined, joined
from sendable.cli.inputs import read_lines
from sendable.cli.lines import Line, read_line
from sendable.cli.targeting import Targeting
from sendable.prefix.answers import answer_of
from sendable.prefix.sessions import Sessions
from sendable.targets import Target

_TIMES = ("time", "timestamp", "date", "created_at", "ts")
_MOST_KEPT = 8
_NO_MESSAGES = "nothing to compare: it has no `messages`, a list of objects"


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
        yield Logged(line.id, None, line.target, error=line.error) if line.source is None else logged(line, fields)


def logged(line: Line, fields: dict[str, Any] | None) -> Logged:
    """A line that was read, with what stands beside its request."""
    assert line.source is not None
    return kept(line.id, joined(line.source, line.target, fields), line.around)


def kept(name: Any, held: Joined, around: Mapping[str, Any]) -> Logged:
    """A request that was read, under a name, with what stands beside it; what holds no messages cannot be compared."""
    messages = held.source.request.get("messages")
    if not isinstance(messages, list) or not all(isinstance(message, dict) for message in messages):
        return Logged(name, None, held.target, error=_NO_MESSAGES)
    answer = answer_of(around.get("response"))
    content = None if answer is None else answer["content"]
    blocks = content if isinstance(content, list) else None if content is None else [{"type": "text"}]
    return Logged(name, held.source.request, held.target, blocks, _seconds(around))


class Conversations:
    """Puts the lines of a mixed log into conversations, and keeps the last few of each."""

    def __init__(self) -> None:
        self._sessions = Sessions()
        self._count = 0
        self._kept: dict[int, dict[int, Logged]] = {}

    def seat(self, line: Logged) -> tuple[int, Logged | None]:
        """The conversation of a line, from 1, and the line before it there."""
        seat = self._sessions.seat(line.request or {}, line.answer or ())
        kept = self._kept.setdefault(seat.session, {})
        before = None if seat.after is None else kept.get(seat.after) or kept[max(kept)]
        kept[self._count] = line
        if len(kept) > _MOST_KEPT:
            del kept[min(kept)]
        self._count += 1
        return seat.session + 1, before


def _seconds(line: Mapping[str, Any]) -> float | None:
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
