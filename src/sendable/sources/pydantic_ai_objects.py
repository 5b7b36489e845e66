"""Live messages of pydantic-ai as JSON values: written by their own library, or read off their fields where plain."""

import sys
from typing import Any

from sendable.errors import UnreadableError

Json = dict[str, Any]

_MODULE = "pydantic_ai.messages"
_TEXTS = ("user-prompt", "system-prompt", "tool-return", "text", "thinking")
_CALLS = ("tool-call", "builtin-tool-call")
_PLAIN = (str, int, float, bool, type(None))


def is_live(value: Any) -> bool:
    """Whether this is an object of the library."""
    return type(value).__module__.partition(".")[0] == "pydantic_ai"


def written(message: Any) -> Any:
    """A message as its library writes it.

    Raises:
        UnreadableError: the library cannot.
    """
    adapter = getattr(sys.modules.get(_MODULE), "ModelMessagesTypeAdapter", None)
    if adapter is None:
        raise UnreadableError("not a pydantic-ai history: its library is not the one that is loaded")
    try:
        return adapter.dump_python([message], mode="json", warnings=False)[0]
    except (ValueError, TypeError, AttributeError):
        raise UnreadableError("a message that pydantic-ai itself cannot write as JSON") from None


def fields(message: Any) -> Any:
    """A message as far as a loader reads it: its fields where they are plain, which costs a fraction of writing it."""
    held = getattr(message, "__dict__", {})
    parts = held.get("parts")
    if not isinstance(parts, list) or not _is_plain(held.get("provider_details")):
        return written(message)
    plain = [part.__dict__ for part in parts if _has_plain_fields(part)]
    return {**held, "parts": plain} if len(plain) == len(parts) else written(message)


def _has_plain_fields(part: Any) -> bool:
    held: Json = getattr(part, "__dict__", {})
    kind = held.get("part_kind")
    if kind in _TEXTS:
        said = isinstance(held.get("content"), str)
    elif kind in _CALLS:
        said = _is_plain(held.get("args"))
    else:
        return False
    return said and held.get("citations") is None and _is_plain(held.get("provider_details"))


def _is_plain(value: Any) -> bool:
    if isinstance(value, dict):
        return all(isinstance(name, str) and _is_plain(item) for name, item in value.items())
    return all(map(_is_plain, value)) if isinstance(value, list) else type(value) in _PLAIN
