"""Tool definitions that nearly every request brings, and that no rule on definitions has anything to say of.

A log repeats the same definitions line after line, so the judgement is kept for their JSON text: the same text gives
the same answer, whoever asks.
"""

import re
from functools import lru_cache
from typing import Any

import msgspec

from sendable.contract.json_schema import is_schema
from sendable.wire.around import once_around
from sendable.wire.index import Index
from sendable.wire.typed import field_fits

PROPERTY_NAME = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
ROOT_UNIONS = ("oneOf", "allOf", "anyOf")

_FIELDS = frozenset({"type", "name", "description", "input_schema", "cache_control"})
_ENCODER = msgspec.json.Encoder()


def unusual_tools(index: Index) -> bool:
    """Whether `tools` holds anything but client tools of a name, a description and a sound input schema."""
    return once_around(index, _are_unusual)


def _are_unusual(request: dict[str, Any]) -> bool:
    tools = request.get("tools")
    if tools is None:
        return "tools" in request
    try:
        return not _are_plain(_ENCODER.encode(tools))
    except (UnicodeEncodeError, OverflowError):
        return True


@lru_cache(maxsize=64)
def _are_plain(text: bytes) -> bool:
    """Whether the definitions written in that text fit the schema and break no rule on definitions."""
    tools: Any = msgspec.json.decode(text)
    if not field_fits("tools", tools) or not all(map(_is_plain, tools)):
        return False
    return len({tool["name"] for tool in tools}) == len(tools)


def _is_plain(tool: dict[str, Any]) -> bool:
    if tool.get("type") not in (None, "custom") or not _FIELDS.issuperset(tool):
        return False
    schema = tool["input_schema"]
    if not isinstance(schema, dict) or schema.get("type") != "object" or not is_schema(schema):
        return False
    return schema.keys().isdisjoint(ROOT_UNIONS) and all(map(PROPERTY_NAME.fullmatch, schema.get("properties", ())))
