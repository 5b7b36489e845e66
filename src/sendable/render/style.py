"""What a caller may choose about the map."""

from typing import Literal, TypeAlias, get_args

import msgspec

from sendable.errors import UsageError

TextResults: TypeAlias = Literal["stored", "string", "blocks"]
ThinkingChoice: TypeAlias = Literal["drop", "text"]
NativeChoice: TypeAlias = Literal["text", "drop"]


class Style(msgspec.Struct, frozen=True, kw_only=True):
    """Choices of a rendering.

    Attributes:
        text_results: how a result of text alone is written: as stored, or forced to one string or to text blocks.
        thinking: what becomes of thinking that the provider cannot take back: dropped, or told as text.
        native: what becomes of native calls of another provider: told as text with their results, or dropped.

    Raises:
        UsageError: a choice that does not exist.
    """

    text_results: TextResults = "stored"
    thinking: ThinkingChoice = "drop"
    native: NativeChoice = "text"

    @classmethod
    def of(cls, style: "Style | None") -> "Style":
        """The style that was given, or the one of nobody's choice.

        Raises:
            UsageError: it is no style.
        """
        if style is None:
            return cls()
        if not isinstance(style, Style):
            raise UsageError("style: a Style, such as Style(native=...)")
        return style

    def with_results(self, form: TextResults | None) -> "Style":
        """The same with that choice for text results; None changes nothing.

        Raises:
            UsageError: a choice that does not exist.
        """
        return self if form is None else Style(text_results=form, thinking=self.thinking, native=self.native)

    def __post_init__(self) -> None:
        for name, kind in (("text_results", TextResults), ("thinking", ThinkingChoice), ("native", NativeChoice)):
            if getattr(self, name) not in get_args(kind):
                raise UsageError(f"{name}: one of {', '.join(get_args(kind))}")
