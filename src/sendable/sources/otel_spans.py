"""Where telemetry keeps messages: attributes of spans, of their events, and of log records, live or exported."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

Json = dict[str, Any]

MARKS = ("gen_ai.input.messages", "gen_ai.output.messages", "pydantic_ai.all_messages")
_INSIDE = (
    *("resourceSpans", "scopeSpans", "spans", "events", "resourceLogs", "scopeLogs", "logRecords"),
    *("resource_spans", "scope_spans", "resource_logs", "scope_logs", "log_records", "data"),
)
_PLAIN = ("stringValue", "boolValue", "doubleValue", "bytesValue")
_WITH_CONTENT = ("text", "reasoning", "thinking", "blob")
_OWN_KINDS = ("tool_call", "tool_call_response", "server_tool_call", "server_tool_call_response", "uri")


def read(value: Any) -> Any:
    """A value that may be written as JSON text; text that is no JSON stays text."""
    if not isinstance(value, str):
        return value
    try:
        return msgspec.json.decode(value)
    except (ValueError, RecursionError):
        return value


def records(value: Any) -> Iterator[Json]:
    """The attributes of everything in this that holds messages, in order."""
    if isinstance(value, list | tuple):
        for one in value:
            yield from records(one)
        return
    if not isinstance(value, dict):
        value = _live(value)
    if any(mark in value for mark in MARKS):
        yield value
    attributes = _attributes(value.get("attributes"))
    if any(mark in attributes for mark in MARKS):
        yield attributes
    for name in _INSIDE:
        if isinstance(value.get(name), list | tuple):
            yield from records(value[name])


def is_messages(value: Any) -> bool:
    """Whether this is a list of messages, with a part that no other format writes so."""
    if not isinstance(value, list) or not all(
        isinstance(one, dict) and isinstance(one.get("role"), str) for one in value
    ):
        return False
    if not all(isinstance(one.get("parts"), list) for one in value):
        return False
    return any(_is_part(part) for one in value for part in one["parts"])


def _is_part(part: Any) -> bool:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind in _WITH_CONTENT:
        return "content" in part
    return kind in _OWN_KINDS or (kind == "file" and "file_id" in part)


def _live(value: Any) -> Json:
    """A span of the SDK, or an event of one, told by the name of its module alone."""
    if type(value).__module__.partition(".")[0] != "opentelemetry":
        return {}
    return {"attributes": getattr(value, "attributes", None), "events": getattr(value, "events", None)}


def _attributes(held: Any) -> Json:
    if isinstance(held, Mapping):
        return dict(held)
    pairs = held if isinstance(held, list) else []
    named = [one for one in pairs if isinstance(one, dict) and isinstance(one.get("key"), str)]
    return {one["key"]: _exported(one.get("value")) for one in named}


def _exported(value: Any) -> Any:
    """The value that OTLP's JSON wraps in the name of its type."""
    if not isinstance(value, dict):
        return value
    for name in _PLAIN:
        if name in value:
            return value[name]
    if "intValue" in value:
        number = value["intValue"]
        return int(number) if isinstance(number, str) and number.isdigit() else number
    array, pairs = value.get("arrayValue"), value.get("kvlistValue")
    if isinstance(array, dict):
        held = array.get("values")
        return [_exported(one) for one in held] if isinstance(held, list) else []
    return _attributes(pairs.get("values")) if isinstance(pairs, dict) else None
