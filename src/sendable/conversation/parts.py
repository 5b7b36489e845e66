"""The parts of a message, in no framework's and no provider's words.

Every part is a frozen value. `extra` holds the fields of the stored block that the part has no name for; they go back
to the provider that wrote them, and nowhere else.
"""

from typing import Any, TypeAlias

import msgspec

Json: TypeAlias = dict[str, Any]


class Value(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False, tag_field="part"):
    """What all parts share: compared by value, written without defaults, told apart by `part`.

    The garbage collector leaves them alone: values that never change cannot hold themselves.
    """


class Base64(Value, frozen=True, kw_only=True, tag="base64"):
    """Data as base64 text, as it was stored; `media_type` as it was declared."""

    data: str
    media_type: str


class Raw(Value, frozen=True, kw_only=True, tag="raw"):
    """Data as bytes; base64 in the JSON form."""

    data: bytes
    media_type: str


class Url(Value, frozen=True, kw_only=True, tag="url"):
    """Data behind a URL, which is never fetched; the media type where one is known."""

    url: str
    media_type: str | None = None


class File(Value, frozen=True, kw_only=True, tag="file"):
    """Data that a provider holds under an id; the media type where one is known."""

    file_id: str
    media_type: str | None = None
    provider: str = "anthropic"


class Plain(Value, frozen=True, kw_only=True, tag="plain"):
    """A document given as text."""

    text: str
    media_type: str = "text/plain"


class Parts(Value, frozen=True, kw_only=True, tag="parts"):
    """A document given as parts of its own; `bare` when it was one bare string."""

    parts: "list[Part]"
    bare: bool = False


Source: TypeAlias = Base64 | Raw | Url | File | Plain | Parts


class Text(Value, frozen=True, kw_only=True, tag="text"):
    """Text that somebody said."""

    text: str
    extra: Json = {}


class Image(Value, frozen=True, kw_only=True, tag="image"):
    """A picture."""

    source: Source
    name: str | None = None
    extra: Json = {}


class Document(Value, frozen=True, kw_only=True, tag="document"):
    """A document: `name` is its title; `citations` is None where nothing was set."""

    source: Source
    name: str | None = None
    context: str | None = None
    citations: bool | None = None
    extra: Json = {}


class Audio(Value, frozen=True, kw_only=True, tag="audio"):
    """Sound. The Messages API takes none; histories hold it all the same."""

    source: Source
    name: str | None = None
    extra: Json = {}


class Video(Value, frozen=True, kw_only=True, tag="video"):
    """A film. The Messages API takes none; histories hold it all the same."""

    source: Source
    name: str | None = None
    extra: Json = {}


class ToolCall(Value, frozen=True, kw_only=True, tag="tool_call"):
    """A call of a tool that the application runs. Arguments that never became JSON stay the text they are."""

    id: str
    name: str
    arguments: Any = {}
    extra: Json = {}


class ToolReference(Value, frozen=True, kw_only=True, tag="tool_reference"):
    """A tool that a search found, by name."""

    name: str
    extra: Json = {}


class SearchResult(Value, frozen=True, kw_only=True, tag="search_result"):
    """A hit of the application's own search, to be cited."""

    source: str
    title: str
    parts: "list[Part]"
    extra: Json = {}


class ToolResult(Value, frozen=True, kw_only=True, tag="tool_result"):
    """What the application's tool said.

    Attributes:
        call_id: id of the call that it answers.
        parts: what it said; None where nothing was stored.
        bare: whether `parts` is one text that was stored as a bare string.
        is_error: whether the tool failed; None where nothing was stored.
        name: name of the tool, where the history has it here.
    """

    call_id: str
    parts: "list[Part] | None" = None
    bare: bool = False
    is_error: bool | None = None
    name: str | None = None
    extra: Json = {}


class NativeCall(Value, frozen=True, kw_only=True, tag="native_call"):
    """A call of a tool that the provider runs; `block` is the provider's own, for the way back."""

    provider: str
    id: str
    tool: str
    arguments: Any = {}
    block: Json = {}


class NativeResult(Value, frozen=True, kw_only=True, tag="native_result"):
    """The result of such a call; `content` is what it holds, `block` the provider's own, for the way back."""

    provider: str
    call_id: str
    tool: str
    content: Any = None
    block: Json = {}


class Thinking(Value, frozen=True, kw_only=True, tag="thinking"):
    """What a model thought, with the signature that its provider asks back; `model` where it is known."""

    text: str
    signature: str | None = None
    provider: str | None = "anthropic"
    model: str | None = None
    extra: Json = {}


class RedactedThinking(Value, frozen=True, kw_only=True, tag="redacted_thinking"):
    """What a model thought, encrypted by its provider."""

    data: str
    provider: str | None = "anthropic"
    model: str | None = None
    extra: Json = {}


class Verbatim(Value, frozen=True, kw_only=True, tag="verbatim"):
    """A block that goes back to its provider as it is: compaction, fallback, and all that is new."""

    provider: str
    block: Json


class CachePoint(Value, frozen=True, kw_only=True, tag="cache_point"):
    """A breakpoint of the prompt cache behind the part before it; `ttl` None is the provider's default."""

    ttl: str | None = None
    extra: Json = {}


Part: TypeAlias = (
    Text
    | Image
    | Document
    | Audio
    | Video
    | ToolCall
    | ToolReference
    | SearchResult
    | ToolResult
    | NativeCall
    | NativeResult
    | Thinking
    | RedactedThinking
    | Verbatim
    | CachePoint
)
MEDIA = (Image, Document, Audio, Video)
