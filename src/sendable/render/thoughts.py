"""Thinking: sent back as thinking only where the provider can take it, signed and its own."""

from typing import Any

from sendable.conversation import RedactedThinking, Thinking
from sendable.render.style import Style

Json = dict[str, Any]

OWN = "anthropic"


def thinking_blocks(part: Thinking | RedactedThinking, style: Style) -> list[Json]:
    """The block of thinking; for another provider's, or unsigned: none, or its text if the style asks for that."""
    if isinstance(part, RedactedThinking):
        own = part.provider == OWN and part.data
        return [{"type": "redacted_thinking", "data": part.data, **part.extra}] if own else []
    if part.provider == OWN and part.signature:
        return [{"type": "thinking", "thinking": part.text, "signature": part.signature, **part.extra}]
    if style.thinking == "text" and part.text.strip():
        return [{"type": "text", "text": part.text}]
    return []
