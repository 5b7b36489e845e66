"""One part, one function: which block each kind of part becomes."""

from collections.abc import Callable
from typing import Any

from sendable.conversation import (
    CachePoint,
    NativeCall,
    NativeResult,
    Part,
    RedactedThinking,
    SearchResult,
    Text,
    Thinking,
    ToolCall,
    ToolReference,
    ToolResult,
    Verbatim,
)
from sendable.conversation.parts import MEDIA
from sendable.errors import SendableError
from sendable.render.media import media_block, refuse_media
from sendable.render.native import OWN, native_blocks
from sendable.render.results import tool_result
from sendable.render.style import Style
from sendable.render.thoughts import thinking_blocks

Json = dict[str, Any]


class Blocks:
    """Renders the parts of one message.

    Args:
        role: the role on the wire; media of an assistant have no form.
        style: the choices of the caller.
    """

    def __init__(self, role: str, style: Style) -> None:
        self.role = role
        self.style = style

    def of(self, part: Part, path: str) -> list[Json]:
        """The blocks of a part: one, or none where it is dropped.

        Raises:
            UnsupportedContentBlockError, ContentDecodeError: it has no form on the wire.
        """
        if self.role == "assistant":
            refuse_media(part, path)
        return _RENDER[type(part)](part, path, self)

    def nested(self, part: Part, path: str) -> list[Json]:
        """The blocks of a part inside a result or a document, where media may stand whatever the role."""
        if isinstance(part, CachePoint):
            raise SendableError(f"{path}: a cache point inside a document has nothing to stand behind")
        return _RENDER[type(part)](part, path, self)


def _text(part: Text, _path: str, _blocks: Blocks) -> list[Json]:
    return [{"type": "text", "text": part.text, **part.extra}]


def _media(part: Any, path: str, blocks: Blocks) -> list[Json]:
    return [media_block(part, path, blocks.nested)]


def _tool_call(part: ToolCall, _path: str, _blocks: Blocks) -> list[Json]:
    """Arguments that are no object go as they are, for the contract to judge."""
    return [{"type": "tool_use", "id": part.id, "name": part.name, "input": part.arguments, **part.extra}]


def _tool_result(part: ToolResult, path: str, blocks: Blocks) -> list[Json]:
    return [tool_result(part, path, blocks.style, blocks.nested)]


def _tool_reference(part: ToolReference, _path: str, _blocks: Blocks) -> list[Json]:
    return [{"type": "tool_reference", "tool_name": part.name, **part.extra}]


def _search_result(part: SearchResult, path: str, blocks: Blocks) -> list[Json]:
    held = [block for at, one in enumerate(part.parts) for block in blocks.nested(one, f"{path}.parts.{at}")]
    return [{"type": "search_result", "source": part.source, "title": part.title, "content": held, **part.extra}]


def _thinking(part: Thinking | RedactedThinking, _path: str, blocks: Blocks) -> list[Json]:
    return thinking_blocks(part, blocks.style)


def _native(part: NativeCall | NativeResult, _path: str, blocks: Blocks) -> list[Json]:
    return native_blocks(part, blocks.style)


def _verbatim(part: Verbatim, _path: str, _blocks: Blocks) -> list[Json]:
    """A block that only its own provider understands."""
    return [part.block] if part.provider == OWN else []


_RENDER: dict[type, Callable[[Any, str, Blocks], list[Json]]] = {
    Text: _text,
    **dict.fromkeys(MEDIA, _media),
    ToolCall: _tool_call,
    ToolResult: _tool_result,
    ToolReference: _tool_reference,
    SearchResult: _search_result,
    Thinking: _thinking,
    RedactedThinking: _thinking,
    NativeCall: _native,
    NativeResult: _native,
    Verbatim: _verbatim,
}
