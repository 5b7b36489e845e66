"""Calls that a provider ran: its own go back as they were, another provider's are told as text."""

import json
from typing import Any

from sendable.conversation import NativeCall, NativeResult
from sendable.render.style import Style

Json = dict[str, Any]

OWN = "anthropic"


def native_blocks(part: NativeCall | NativeResult, style: Style) -> list[Json]:
    """The blocks of a native call or result; none where the style drops another provider's.

    Another provider's is never sent as a call: its id, and what it found, mean nothing here.
    """
    if part.provider == OWN and part.block:
        return [part.block]
    if style.native == "drop":
        return []
    return [{"type": "text", "text": _told(part)}]


def _told(part: NativeCall | NativeResult) -> str:
    if isinstance(part, NativeCall):
        return f"[{part.tool} was called with {_written(part.arguments)}]"
    return f"[{part.tool} returned: {_written(part.content)}]"


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)
