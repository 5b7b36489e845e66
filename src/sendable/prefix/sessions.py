"""Which requests of a mixed log belong to one conversation.

A request belongs with the latest one that it shares the longest run of messages with, counted from the start; of
several such, with one of the same system prompt. One that shares none is still known by thinking and calls that it
replays.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sendable.prefix.canonical import digest, exact_message, exact_system, is_thinking

Json = dict[str, Any]


class Seat(NamedTuple):
    """Where a request belongs.

    Attributes:
        session: number of its conversation, from 0.
        after: number of the request before it, as given; None for the first of a conversation.
    """

    session: int
    after: int | None


class Sessions:
    """The conversations that were met so far."""

    def __init__(self) -> None:
        self._seats: list[int] = []
        self._count = 0
        self._by_run: dict[bytes, int] = {}
        self._by_whole: dict[bytes, int] = {}
        self._by_system: dict[bytes, int] = {}
        self._by_name: dict[str, int] = {}

    def seat(self, request: Json, answer: Sequence[Any] = ()) -> Seat:
        """Find the conversation of the next request; `answer` are the blocks of its response."""
        held = request.get("messages")
        messages = held if isinstance(held, list) else []
        system = digest(exact_system(request))
        runs = _runs(messages)
        names = list(_names(messages))
        after = self._before(messages, system, runs, names)
        number = len(self._seats)
        session = self._count if after is None else self._seats[after]
        self._count += after is None
        self._seats.append(session)
        self._by_whole.update(dict.fromkeys(runs[-1:], number))
        self._by_run.update(dict.fromkeys(runs, number))
        self._by_system.update((system + run, number) for run in runs)
        self._by_name.update(dict.fromkeys((*names, *_names([{"content": list(answer)}])), number))
        return Seat(session, after)

    def _before(self, messages: Sequence[Any], system: bytes, runs: list[bytes], names: list[str]) -> int | None:
        answered = next((at for at, message in enumerate(messages) if _is_answer(message)), None)
        for count in range(len(runs), 0, -1):
            run = runs[count - 1]
            found = self._by_system.get(system + run)
            # The same first question under another system prompt is another conversation, unless it was answered.
            if found is None and answered is not None:
                found = self._by_run.get(run) if answered < count else self._by_whole.get(run)
            if found is not None:
                return found
        return next((self._by_name[name] for name in reversed(names) if name in self._by_name), None)


def _runs(messages: Sequence[Any]) -> list[bytes]:
    """A digest for each run of messages from the start."""
    found: list[bytes] = []
    last = b""
    for message in messages:
        last = digest([last.hex(), digest(exact_message(message) if isinstance(message, dict) else message).hex()])
        found.append(last)
    return found


def _is_answer(message: Any) -> bool:
    return isinstance(message, dict) and message.get("role") == "assistant"


def _names(messages: Sequence[Any]) -> Iterable[str]:
    """What the API itself named: signatures of thinking and ids of calls."""
    for message in messages:
        content = message.get("content") if isinstance(message, dict) else None
        for block in content if isinstance(content, list) else ():
            if isinstance(block, dict):
                signed = is_thinking(block)
                name = (block.get("signature") or block.get("data")) if signed else block.get("id")
                if isinstance(name, str) and name:
                    yield name
