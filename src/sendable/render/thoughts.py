"""Thinking: sent back as thinking only where the provider can take it, signed and its own."""

from typing import Any

from sendable.conversation import RedactedThinking, Thinking
from sendable.render.style import Style

Json = dict[str, Any]

OWN = "anthropic"


def thinking_block(part: Thinking, style: Style) -> Json | None:
    """The block of thinking; for another provider's, or unsigned: none, or its text if the style asks for that."""
    if part.provider == OWN and part.signature:
        return {"type": "thinking", "thinking": part.text, "signature": part.signature, **part.extra}
    if style.thinking == "text" and part.text.strip():
        return {"type": "text", "text": part.text}
    return None


def redacted_block(part: RedactedThinking, _style: Style) -> Json | None:
    """The block of encrypted thinking; none for another provider's, which nobody here can read."""
    if part.provider == OWN and part.data:
        return {"type": "redacted_thinking", "data": part.data, **part.extra}
    return None
