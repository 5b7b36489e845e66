"""Images and documents, wherever they stand: in a user message or in a tool result.

What the Messages API has a form for: JPEG, PNG, GIF and WebP by base64, URL or file id; PDF by base64, URL or file id;
plain text as text or file id; documents made of parts. Everything else has none and raises; nothing is dropped or told
as text. No reason names a URL, a file id or data.
"""

import base64
import binascii
import re
from collections.abc import Callable
from typing import Any, NoReturn

from sendable.conversation import (
    Audio,
    Base64,
    Document,
    File,
    Image,
    Part,
    Parts,
    Plain,
    Raw,
    Source,
    Url,
    Video,
)
from sendable.errors import ContentDecodeError, PlacedError, UnsupportedContentBlockError
from sendable.render.style import Style

Json = dict[str, Any]

OWN = "anthropic"
IMAGE_TYPES = ("image/jpeg", "image/png", "image/gif", "image/webp")
PDF = "application/pdf"
TEXT = "text/plain"
ALIASES = {"image/jpg": "image/jpeg", "image/pjpeg": "image/jpeg", "application/x-pdf": PDF}

_MEDIA_TYPE = re.compile(r"[a-z0-9][a-z0-9.+-]{0,80}/[a-z0-9][a-z0-9.+-]{0,80}")

PLACE = "only user messages and tool results can carry media, not {} messages"


def no_assistant_media(_part: Image | Document | Audio | Video, _style: Style) -> NoReturn:
    """Refuse media where an assistant speaks; this reason goes before any fault of the media themselves."""
    raise UnsupportedContentBlockError(PLACE.format("assistant"))


def no_system_media(_part: Image | Document | Audio | Video, _style: Style) -> NoReturn:
    """Refuse media in a system message, wherever that is sent."""
    raise UnsupportedContentBlockError(PLACE.format("system"))


def no_sound_or_film(part: Audio | Video, _style: Style) -> NoReturn:
    """Refuse what the API takes nowhere."""
    kind = "audio" if isinstance(part, Audio) else "video"
    raise UnsupportedContentBlockError(f"{kind} content is not supported by the Messages API")


def image_block(part: Image, _style: Style) -> Json:
    """The block of an image. Keys stand in this order: type, source, then what was stored.

    Raises:
        UnsupportedContentBlockError: the API has no form for it.
    """
    block: Json = {"type": "image", "source": _image_source(part.source)}
    return block | part.extra if part.extra else block


def document_block(part: Document, style: Style, nested: Callable[[list[Part], Style], list[Json]]) -> Json:
    """The block of a document. Keys stand in this order: type, source, title, context, citations, then what was stored.

    Args:
        part: the document.
        style: the choices of the caller.
        nested: renders the parts that a document is made of.

    Raises:
        UnsupportedContentBlockError: the API has no form for it.
        ContentDecodeError: a plain text document is no base64, or no UTF-8.
    """
    block: Json = {"type": "document", "source": _document_source(part.source, style, nested)}
    if part.name is not None:
        block["title"] = part.name
    if part.context is not None:
        block["context"] = part.context
    if part.citations is not None:
        block["citations"] = {"enabled": part.citations}
    return block | part.extra if part.extra else block


def _image_source(source: Source) -> Json:
    kind = _media_type(source)
    known = kind in IMAGE_TYPES or (kind is None and isinstance(source, Url | File))
    if not known or isinstance(source, Plain | Parts):
        raise UnsupportedContentBlockError(f"images must be one of {', '.join(IMAGE_TYPES)}; {_named(kind)} is not")
    if isinstance(source, Url):
        return {"type": "url", "url": source.url}
    if isinstance(source, File):
        return _file(source)
    return {"type": "base64", "media_type": kind, "data": _as_base64(source)}


def _document_source(source: Source, style: Style, nested: Callable[[list[Part], Style], list[Json]]) -> Json:
    if isinstance(source, Plain):
        if _media_type(source) != TEXT:
            raise _no_document(_media_type(source))
        return {"type": "text", "media_type": source.media_type, "data": source.text}
    if isinstance(source, Parts):
        return {"type": "content", "content": _content(source, style, nested)}
    kind = _media_type(source)
    if isinstance(source, Url) and kind == TEXT:
        raise UnsupportedContentBlockError("plain text documents must be sent inline, not by URL")
    if kind not in (PDF, TEXT) and not (kind is None and isinstance(source, Url | File)):
        raise _no_document(kind)
    if isinstance(source, Url):
        return {"type": "url", "url": source.url}
    if isinstance(source, File):
        return _file(source)
    if kind == TEXT:
        return {"type": "text", "media_type": TEXT, "data": _as_text(source)}
    return {"type": "base64", "media_type": PDF, "data": _as_base64(source)}


def _no_document(kind: str | None) -> UnsupportedContentBlockError:
    return UnsupportedContentBlockError(f"documents must be {PDF} or {TEXT}; {_named(kind)} is not")


def _content(source: Parts, style: Style, nested: Callable[[list[Part], Style], list[Json]]) -> str | list[Json]:
    try:
        blocks = nested(source.parts, style)
    except PlacedError as error:
        raise error.inside("source") from None
    is_bare = source.bare and len(blocks) == 1 and blocks[0].keys() == {"type", "text"}
    return str(blocks[0]["text"]) if is_bare else blocks


def _file(source: File) -> Json:
    if source.provider != OWN:
        raise UnsupportedContentBlockError("files that another provider holds cannot be sent to the Messages API")
    return {"type": "file", "file_id": source.file_id}


def _named(kind: str | None) -> str:
    """The type for a reader; one that is no media type is not repeated, since anything may stand there."""
    if kind is None:
        return "a source without a media type"
    return kind if _MEDIA_TYPE.fullmatch(kind) else "what was declared"


def _media_type(source: Source) -> str | None:
    """The declared type without parameters, in lower case, under its registered name; None where none is declared."""
    declared = None if isinstance(source, Parts) else source.media_type
    if not declared:
        return None
    if declared in IMAGE_TYPES:
        return declared
    plain = declared.partition(";")[0].strip().lower()
    return ALIASES.get(plain, plain)


def _as_base64(source: Base64 | Raw) -> str:
    return source.data if isinstance(source, Base64) else base64.b64encode(source.data).decode("ascii")


def _as_text(source: Base64 | Raw) -> str:
    try:
        data = source.data if isinstance(source, Raw) else base64.b64decode(source.data, validate=True)
    except (binascii.Error, ValueError):
        raise ContentDecodeError("the data of a plain text document is not valid base64") from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise ContentDecodeError("the data of a plain text document is not valid UTF-8") from None
