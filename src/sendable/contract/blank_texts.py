"""Text without a visible character, found in one pass for all rules that ask for it."""

import msgspec

from sendable.wire.blocks import Block, Message
from sendable.wire.grown import once_each
from sendable.wire.index import Index
from sendable.wire.kinds import THINKING


class BlankTexts(msgspec.Struct, frozen=True, gc=False):
    """The texts of user and assistant messages that show nothing.

    Attributes:
        empty: text blocks without a character; a bare string is no block.
        blank: texts of nothing but whitespace, bare strings included.
    """

    empty: list[Block]
    blank: list[Block]


def blank_texts(index: Index) -> BlankTexts:
    """The empty and the blank texts, in document order; kept with the index."""
    return index.once(_found)


def any_blank(index: Index) -> bool:
    """Whether any text shows nothing."""
    found = blank_texts(index)
    return bool(found.empty or found.blank)


def is_blank(value: object) -> bool:
    """Whether a value is text without a visible character."""
    return isinstance(value, str) and (not value or value.isspace())


def only_blanks(message: Message) -> bool:
    """Whether a message holds text, and nothing that can be seen: blanks and thinking."""
    content = message.value.get("content")
    if isinstance(content, list) and len(content) != len(message.blocks):
        return False
    return all(
        is_blank(block.value.get("text")) if block.kind == "text" else block.kind in THINKING
        for block in message.blocks
    )


def _found(index: Index) -> BlankTexts:
    blocks = once_each(index, _showing_nothing)
    return BlankTexts(
        [block for block in blocks if not block.value["text"]], [block for block in blocks if block.value["text"]]
    )


def _showing_nothing(message: Message) -> list[Block]:
    """The texts of a message; without those of system entries, for which the API has words of its own."""
    if message.role == "system":
        return []
    return [block for block in message.blocks if block.kind == "text" and _shows_nothing(block)]


def _shows_nothing(block: Block) -> bool:
    text = block.value.get("text")
    return text.__class__ is str and (text.isspace() if text else block.position >= 0)
