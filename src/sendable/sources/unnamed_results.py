"""Results that were stored without the id of the call that they answer: which call each of them belongs to.

Some servers send no ids, and some frameworks keep none. A result then answers the call of its turn that nothing else
answers: the one of its name where it has a name, and by order only where there are as many such results as calls. A
result that could belong to several calls, or to none, is told as text, and named in `lost`.
"""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from sendable.conversation import CachePoint, Lost, Message, Part, Text, ToolCall, ToolResult

_MARK = "\0"


class _Turn(NamedTuple):
    """Calls that nothing answers by id, and the results without an id that follow them."""

    open: list[ToolCall]
    unnamed: list[ToolResult]


class Unnamed:
    """Takes note of results without an id while messages are read, and gives them their calls in the end."""

    def __init__(self) -> None:
        self._paths: dict[str, str] = {}

    def note(self, path: str) -> str:
        """Note the result that stands here; gives what takes the place of its call's id until the end."""
        mark = f"{_MARK}{path}"
        self._paths[mark] = path
        return mark

    def settled(self, messages: list[Message], lost: list[Lost]) -> list[Message]:
        """The messages with each such result under its call's id, or told as text and named in `lost`."""
        if not self._paths:
            return messages
        found = {mark: call for turn in _turns(messages) for mark, call in _pairs(turn)}
        return [self._settled(message, found, lost) for message in messages]

    def _settled(self, message: Message, found: dict[str, str], lost: list[Lost]) -> Message:
        if not any(isinstance(part, ToolResult) and part.call_id in self._paths for part in message.parts):
            return message
        parts: list[Part] = []
        for part in message.parts:
            if not isinstance(part, ToolResult) or part.call_id not in self._paths:
                parts.append(part)
            elif part.call_id in found:
                parts.append(msgspec.structs.replace(part, call_id=found[part.call_id]))
            else:
                what = "a result that is not known to answer one of the calls before it: told as text"
                lost.append(Lost(self._paths[part.call_id], what))
                parts += _told(part)
        return msgspec.structs.replace(message, parts=parts)


def _told(result: ToolResult) -> list[Part]:
    """The result as text, and what is no text in it behind that."""
    held = result.parts or []
    said = "\n".join(part.text for part in held if isinstance(part, Text))
    rest = [part for part in held if not isinstance(part, Text | CachePoint)]
    return [Text(text=f"[Result of {result.name or 'a tool call'}: {said}]"), *rest]


def _turns(messages: list[Message]) -> Iterator[_Turn]:
    """Turns of calls and results: one ends where the assistant speaks again after results."""
    calls: list[ToolCall] = []
    results: list[ToolResult] = []
    for message in messages:
        if message.role == "assistant" and results:
            yield _turn(calls, results)
            calls, results = [], []
        for part in message.parts:
            if isinstance(part, ToolCall):
                calls.append(part)
            elif isinstance(part, ToolResult):
                results.append(part)
    yield _turn(calls, results)


def _turn(calls: list[ToolCall], results: list[ToolResult]) -> _Turn:
    answered = {result.call_id for result in results}
    return _Turn(
        [call for call in calls if call.id not in answered],
        [result for result in results if result.call_id.startswith(_MARK)],
    )


def _pairs(turn: _Turn) -> Iterator[tuple[str, str]]:
    """Mark and id of the results whose call is clear: first those with a name, then the others by what is left."""
    groups: dict[str | None, list[ToolResult]] = {}
    for result in turn.unnamed:
        groups.setdefault(result.name, []).append(result)
    left = list(turn.open)
    nameless = groups.pop(None, [])
    for name, results in groups.items():
        calls = [call for call in left if call.name == name]
        left = [call for call in left if call.name != name]
        if len(calls) == len(results):
            yield from ((result.call_id, call.id) for result, call in zip(results, calls, strict=True))
    if len(left) == len(nameless):
        yield from ((result.call_id, call.id) for result, call in zip(nameless, left, strict=True))
