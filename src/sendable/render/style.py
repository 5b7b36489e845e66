"""What a caller may choose about the map."""

from typing import Literal

import msgspec


class Style(msgspec.Struct, frozen=True, kw_only=True):
    """Choices of a rendering.

    Attributes:
        text_results: how a result of text alone is written: as stored, or forced to one string or to text blocks.
        thinking: what becomes of thinking that the provider cannot take back: dropped, or told as text.
        native: what becomes of native calls of another provider: told as text with their results, or dropped.
    """

    text_results: Literal["stored", "string", "blocks"] = "stored"
    thinking: Literal["drop", "text"] = "drop"
    native: Literal["text", "drop"] = "text"
