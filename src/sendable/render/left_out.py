"""What a rendering does not send as what it is: left out, or told as text, each with its place."""

from collections.abc import Iterator
from itertools import islice

from sendable.conversation import (
    Conversation,
    Lost,
    NativeCall,
    NativeResult,
    NativeTool,
    Part,
    RedactedThinking,
    SearchResult,
    Thinking,
    ToolResult,
    Verbatim,
)
from sendable.render.blocks import OF_USER
from sendable.render.native import OWN
from sendable.render.style import Style
from sendable.render.system import hears_system_messages, leading_system
from sendable.targets import Target

_WORDS: dict[type, str] = {
    Thinking: "thinking that the provider cannot take back",
    RedactedThinking: "encrypted thinking of another provider",
    NativeCall: "a native call of another provider",
    NativeResult: "a native result of another provider",
    Verbatim: "a block of another provider",
}
# Most messages hold nothing of these, which is told without a step for each part.
_LOOKED_AT = frozenset((*_WORDS, ToolResult, SearchResult))


def left_out(conversation: Conversation, target: Target | None = None, *, style: Style | None = None) -> list[Lost]:
    """What `render` leaves out of a conversation, or tells as text, for the same target and style.

    Nothing here is content: only what kind of thing it was, where it stood, and what became of it.
    """
    target = Target.of(target).for_request(conversation.settings)
    found = [one for _, one in left_out_of_messages(conversation, hears_system_messages(target), Style.of(style))]
    return [*left_out_of_tools(conversation), *found]


def left_out_of_tools(conversation: Conversation) -> list[Lost]:
    """What is left out of the tools."""
    return [
        Lost(f"tools.{at}", "a tool that another provider runs: left out")
        for at, tool in enumerate(conversation.tools or [])
        if isinstance(tool, NativeTool) and tool.provider != OWN
    ]


def left_out_of_messages(
    conversation: Conversation, hears_system: bool, style: Style, start: int = 0
) -> list[tuple[int, Lost]]:
    """What is left out of the messages from one on, each with the number of its message."""
    found: list[tuple[int, Lost]] = []
    leading = leading_system(conversation)
    for at, message in enumerate(islice(conversation.messages, start, None), start):
        if message.role == "system" and at >= leading and not hears_system:
            found.append((at, Lost(f"messages.{at}", "a system message: told as text of the user")))
        if not (message.bare or _LOOKED_AT.isdisjoint(map(type, message.parts)) or _is_bare_result(message.parts)):
            found += [(at, lost) for lost in _parts(message.parts, f"messages.{at}.parts", style)]
    return found


def _is_bare_result(parts: list[Part]) -> bool:
    """Whether this is one result that was stored as a bare string, which holds text alone."""
    return len(parts) == 1 and type(parts[0]) is ToolResult and parts[0].bare


def _parts(parts: list[Part], path: str, style: Style) -> Iterator[Lost]:
    for at, part in enumerate(parts):
        word = _WORDS.get(type(part))
        if word is not None:
            block = OF_USER[type(part)](part, style)
            if block is None:
                yield Lost(f"{path}.{at}", f"{word}: left out")
            elif block.get("type") == "text" and not isinstance(part, Verbatim):
                yield Lost(f"{path}.{at}", f"{word}: told as text")
        elif isinstance(part, ToolResult | SearchResult) and not _LOOKED_AT.isdisjoint(map(type, part.parts or ())):
            yield from _parts(part.parts or [], f"{path}.{at}.parts", style)
