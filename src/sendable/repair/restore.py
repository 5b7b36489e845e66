"""Put the old ids and names back into what the model answers.

A repair may have given tools and calls new names, since the API did not take theirs. The model calls tools by the new
ones; the caller knows the old ones.
"""

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from sendable.errors import UsageError
from sendable.wire.sse import Event, EventParser

Ids = Mapping[str, Mapping[str, str]]


def restore_ids(response: Any, ids: Ids) -> Any:
    """A response with the ids and names that the request had before it was repaired.

    Only client calls are touched; everything else, the blocks of native tools included, comes back as the identical
    object.

    Args:
        response: a message or an event, as a dict or as an SDK model; the bytes or the text of a response, as JSON or
            as server-sent events; or an iterator, also an asynchronous one, of events or of bytes split anywhere.
        ids: `Repaired.ids`, as `{"ids": {new: old}, "names": {new: old}}`.

    Returns:
        What was given, in the same form: an iterator for an iterator.

    Raises:
        UsageError: something that is no response.
    """
    back = _Back(ids.get("ids", {}), ids.get("names", {}))
    if not back.knows_any:
        return response
    if isinstance(response, str):
        return back.whole(response.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")
    if isinstance(response, (bytes, bytearray)):
        return back.whole(bytes(response))
    if isinstance(response, dict) or hasattr(response, "model_copy"):
        return back.value(response)
    if isinstance(response, AsyncIterable):
        return _async_stream(response, back)
    if isinstance(response, Iterable):
        return _stream(response, back)
    raise UsageError(f"{type(response).__name__} is no response: a message, an event, bytes or an iterator of these")


class _Back:
    """The way back from the new ids and names to the old ones."""

    def __init__(self, ids: Mapping[str, str], names: Mapping[str, str]) -> None:
        self.ids = ids
        self.names = names
        self.knows_any = bool(ids or names)

    def value(self, value: Any) -> Any:
        """A message, an event or a block."""
        if _get(value, "type") == "tool_use":
            return _with(value, self._call(value))
        changed = {}
        for field in ("message", "content_block", "content"):
            held = _get(value, field)
            new = self._list(held) if isinstance(held, list) else held if _is_plain(held) else self.value(held)
            if new is not held:
                changed[field] = new
        return _with(value, changed)

    def event(self, event: Event) -> bytes:
        """The bytes of an event: those it came as, unless it names a call."""
        if "tool_use" not in event.data:
            return event.raw
        try:
            value = msgspec.json.decode(event.data)
        except (msgspec.DecodeError, ValueError, RecursionError):
            return event.raw
        new = self.value(value)
        return event.raw if new is value else event.with_data(msgspec.json.encode(new).decode()).raw

    def whole(self, response: bytes) -> bytes:
        """The bytes of a whole response, as JSON or as server-sent events."""
        if not response.lstrip().startswith((b"{", b"[")):
            parser = EventParser()
            return b"".join(map(self.event, [*parser.feed(response), *parser.finish()]))
        try:
            value = msgspec.json.decode(response)
        except (msgspec.DecodeError, ValueError, RecursionError):
            return response
        new = self.value(value)
        return response if new is value else msgspec.json.encode(new)

    def _call(self, block: Any) -> dict[str, str]:
        changed = {}
        for field, old in (("name", self.names), ("id", self.ids)):
            held = _get(block, field)
            if isinstance(held, str) and held in old:
                changed[field] = old[held]
        return changed

    def _list(self, blocks: list[Any]) -> list[Any]:
        """The blocks of a message."""
        new = [block if _get(block, "type") != "tool_use" else self.value(block) for block in blocks]
        return blocks if all(a is b for a, b in zip(blocks, new, strict=True)) else new


def _stream(response: Iterable[Any], back: _Back) -> Iterator[Any]:
    parser = EventParser()
    for item in response:
        if isinstance(item, (bytes, bytearray)):
            yield from map(back.event, parser.feed(bytes(item)))
        else:
            yield back.value(item)
    yield from map(back.event, parser.finish())


async def _async_stream(response: AsyncIterable[Any], back: _Back) -> AsyncIterator[Any]:
    parser = EventParser()
    async for item in response:
        if isinstance(item, (bytes, bytearray)):
            for event in parser.feed(bytes(item)):
                yield back.event(event)
        else:
            yield back.value(item)
    for event in parser.finish():
        yield back.event(event)


def _get(value: Any, field: str) -> Any:
    return value.get(field) if isinstance(value, dict) else getattr(value, field, None)


def _is_plain(value: Any) -> bool:
    return not isinstance(value, dict) and not hasattr(value, "model_copy")


def _with(value: Any, changed: dict[str, Any]) -> Any:
    if not changed:
        return value
    return {**value, **changed} if isinstance(value, dict) else value.model_copy(update=changed)
