"""Calls that a provider ran: its own go back as they were, another provider's are told as text."""

import json
from typing import Any

from sendable.conversation import NativeCall, NativeResult
from sendable.render.style import Style

Json = dict[str, Any]

OWN = "anthropic"


def native_block(part: NativeCall | NativeResult, style: Style) -> Json | None:
    """The block of a native call or result; none where the style drops another provider's.

    Another provider's is never sent as a call: its id, and what it found, mean nothing here. The call is told where it
    stood and the result where it stood, so that a result which comes later changes nothing that was sent before.
    """
    if part.provider == OWN and part.block:
        return part.block
    if style.native == "drop":
        return None
    return {"type": "text", "text": _told(part)}


def _told(part: NativeCall | NativeResult) -> str:
    if isinstance(part, NativeCall):
        given = f" with {_written(part.arguments)}" if part.arguments else ""
        return f"[Called {part.tool}{given}]"
    return f"[Result of {part.tool}: {_written(part.content)}]"


def _written(value: Any) -> str:
    if value is None:
        return "nothing that can be read"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
