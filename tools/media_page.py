"""The page about media, from what the rendering does with one of each kind by each source."""

import base64
from collections.abc import Iterator
from itertools import product

from sendable.conversation import (
    Audio,
    Base64,
    Conversation,
    Document,
    File,
    Image,
    Message,
    Part,
    Parts,
    Plain,
    Raw,
    Source,
    Text,
    ToolResult,
    Url,
    Video,
)
from sendable.errors import PlacedError
from sendable.render import render
from sendable.render.media import IMAGE_TYPES, PDF, TEXT

HEAD = """# Media

What becomes of images, documents, audio and video, by where their data are and where they stand. `sendable` fetches
no URL and re-encodes nothing. What has no form on the wire raises while the request is built; nothing is dropped or
told as text in silence. Whether the API then takes a block (size, dimensions, `is_error` beside an image) is for the
[rules](rules/index.md) to judge.

- **base64** is text as it was stored, **bytes** are encoded here, **url** is sent as a URL, **file id** stands for a
  file that the API holds; **text** and **parts** are documents that were given as such.
- Types compare without regard to case and parameters; `image/jpg` is sent as `image/jpeg`. A URL or a file id without
  a type is sent as it is.
- Every refusal raises `UnsupportedContentBlockError`, but for data that cannot be decoded (`ContentDecodeError`). The
  message is the reason alone, without URL, id or data; the attribute `path` says where, such as
  `messages.3.parts.0.parts.1`.
"""
KINDS: tuple[tuple[str, type[Image] | type[Document] | type[Audio] | type[Video], str | None], ...] = (
    *((f"image, `{kind}`", Image, kind) for kind in IMAGE_TYPES),
    ("image, type unknown", Image, None),
    ("image, any other type", Image, "image/bmp"),
    (f"document, `{PDF}`", Document, PDF),
    (f"document, `{TEXT}`", Document, TEXT),
    ("document, type unknown", Document, None),
    ("document, any other type", Document, "text/html"),
    ("audio, any type", Audio, "audio/wav"),
    ("video, any type", Video, "video/mp4"),
)
PLACES = ("user message", "tool result", "assistant message", "system message")


def media_page() -> str:
    """The page, without the line that says who made it."""
    rows = "\n".join(_rows())
    table = f"| kind | source | {' | '.join(PLACES)} |\n| --- | --- |{' --- |' * len(PLACES)}\n{rows}\n"
    return f"{HEAD}\n## Kind × source × place\n\n{table}\n## Reasons\n\n" + "\n".join(_reasons()) + "\n"


def _rows() -> Iterator[str]:
    for (name, kind, _), (source_name, source) in _all():
        part = kind(source=source)
        yield f"| {name} | {source_name} | " + " | ".join(_outcome(part, place) for place in PLACES) + " |"


def _all() -> Iterator[tuple[tuple[str, type, str | None], tuple[str, Source]]]:
    for entry in KINDS:
        for source in _sources(entry[2]):
            yield entry, source
        if entry[1] is Document and entry[2] is None:
            yield entry, ("text", Plain(text="x"))
            yield entry, ("parts", Parts(parts=[Text(text="x")]))
        if entry[2] == "text/html":
            yield entry, ("text", Plain(text="x", media_type="text/html"))


def _sources(media_type: str | None) -> Iterator[tuple[str, Source]]:
    held = b"x"
    if media_type is not None:
        yield "base64", Base64(data=base64.b64encode(held).decode(), media_type=media_type)
        yield "bytes", Raw(data=held, media_type=media_type)
    yield "url", Url(url="u", media_type=media_type)
    yield "file id", File(file_id="f", media_type=media_type)


def _outcome(part: Part, place: str) -> str:
    try:
        return _form(_block(part, place))
    except PlacedError:
        return "raises"


def _block(part: Part, place: str) -> dict[str, object]:
    """The block that a part becomes in that place.

    Raises:
        UnsupportedContentBlockError: it has no form there.
    """
    ask = Message(role="user", parts=[Text(text="x")])
    if place == "tool result":
        last = Message(role="tool", parts=[ToolResult(call_id="a", parts=[part])])
    elif place == "assistant message":
        last = Message(role="assistant", parts=[part])
    else:
        last = Message(role="system" if place == "system message" else "user", parts=[part])
    block: dict[str, object] = render(Conversation(messages=[ask, last]))["messages"][-1]["content"][0]
    inner = block.get("content")
    return inner[0] if place == "tool result" and isinstance(inner, list) else block


def _form(block: dict[str, object]) -> str:
    source = block["source"]
    kind = source["type"] if isinstance(source, dict) else None
    return f"`{block['type']}`, source `{kind}`"


def _reasons() -> Iterator[str]:
    """Each reason once, with the first kind and source that gives it."""
    told: dict[str, str] = {}
    broken = ("document, `text/plain`", "base64 that is none", Document(source=Base64(data="?", media_type=TEXT)))
    latin = ("document, `text/plain`", "bytes that are no UTF-8", Document(source=Raw(data=b"\xe5", media_type=TEXT)))
    foreign = ("document", "file id of another provider", Document(source=File(file_id="f", provider="openai")))
    named = [(name, source_name, kind(source=source)) for (name, kind, _), (source_name, source) in _all()]
    for (name, source, part), place in product((*named, broken, latin, foreign), PLACES):
        try:
            _block(part, place)
        except PlacedError as error:
            told.setdefault(f"`{type(error).__name__}`: {error}", f"{name} by {source}: {place}")
    yield "| reason | first seen |\n| --- | --- |"
    for reason, where in told.items():
        yield f"| {reason} | {where} |"
