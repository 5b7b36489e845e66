"""Images and documents, wherever they stand: in a user message or in a tool result.

What the Messages API has a form for: JPEG, PNG, GIF and WebP by base64, URL or file id; PDF by base64, URL or file id;
plain text as text; documents made of parts. Everything else has none and raises; nothing is dropped or told as text.
"""

import base64
import binascii
from collections.abc import Callable
from typing import Any

from sendable.conversation import (
    MEDIA,
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
from sendable.errors import ContentDecodeError, UnsupportedContentBlockError

Json = dict[str, Any]

IMAGE_TYPES = ("image/jpeg", "image/png", "image/gif", "image/webp")
PDF = "application/pdf"
TEXT = "text/plain"
ALIASES = {"image/jpg": "image/jpeg"}

NOT_IN_ASSISTANT = "only user messages and tool results can carry media, not assistant messages"


def media_block(part: Image | Document | Audio | Video, path: str, nested: Callable[[Part, str], list[Json]]) -> Json:
    """The block of a media part.

    Args:
        part: the media.
        path: where it stands in the conversation, for errors.
        nested: renders the parts that a document is made of.

    Raises:
        UnsupportedContentBlockError: the API has no form for it.
        ContentDecodeError: a plain text document is no base64, or no UTF-8.
    """
    if isinstance(part, Image):
        return {"type": "image", "source": _image_source(part.source, path), **part.extra}
    if isinstance(part, Document):
        return _document(part, path, nested)
    kind = "audio" if isinstance(part, Audio) else "video"
    raise UnsupportedContentBlockError(f"{kind} content is not supported by the Messages API", path)


def refuse_media(part: Part, path: str) -> None:
    """Refuse media where an assistant speaks; this reason goes before any fault of the media themselves.

    Raises:
        UnsupportedContentBlockError: the part is media.
    """
    if isinstance(part, MEDIA):
        raise UnsupportedContentBlockError(NOT_IN_ASSISTANT, path)


def _image_source(source: Source, path: str) -> Json:
    kind = _media_type(source)
    if isinstance(source, File):
        return {"type": "file", "file_id": source.file_id}
    if isinstance(source, Plain | Parts) or (kind is not None and kind not in IMAGE_TYPES):
        raise UnsupportedContentBlockError(
            f"images must be one of {', '.join(IMAGE_TYPES)}; {_named(kind)} is not supported", path
        )
    if isinstance(source, Url):
        return {"type": "url", "url": source.url}
    return {"type": "base64", "media_type": kind, "data": _as_base64(source)}


def _document(part: Document, path: str, nested: Callable[[Part, str], list[Json]]) -> Json:
    block: Json = {"type": "document", "source": _document_source(part.source, path, nested)}
    if part.name is not None:
        block["title"] = part.name
    if part.context is not None:
        block["context"] = part.context
    if part.citations is not None:
        block["citations"] = {"enabled": part.citations}
    return block | part.extra


def _document_source(source: Source, path: str, nested: Callable[[Part, str], list[Json]]) -> Json:
    if isinstance(source, File):
        return {"type": "file", "file_id": source.file_id}
    if isinstance(source, Plain):
        return {"type": "text", "media_type": source.media_type, "data": source.text}
    if isinstance(source, Parts):
        return {"type": "content", "content": _content(source, path, nested)}
    return _data_source(source, path)


def _content(source: Parts, path: str, nested: Callable[[Part, str], list[Json]]) -> str | list[Json]:
    blocks = [b for at, part in enumerate(source.parts) for b in nested(part, f"{path}.source.parts.{at}")]
    return str(blocks[0]["text"]) if source.bare and blocks else blocks


def _data_source(source: Base64 | Raw | Url, path: str) -> Json:
    kind = _media_type(source)
    if isinstance(source, Url):
        if kind == TEXT:
            raise UnsupportedContentBlockError("plain text documents must be sent inline, not by URL", path)
        if kind not in (None, PDF):
            raise UnsupportedContentBlockError(_unsupported_document(kind), path)
        return {"type": "url", "url": source.url}
    if kind == PDF:
        return {"type": "base64", "media_type": PDF, "data": _as_base64(source)}
    if kind == TEXT:
        return {"type": "text", "media_type": TEXT, "data": _as_text(source, path)}
    raise UnsupportedContentBlockError(_unsupported_document(kind), path)


def _unsupported_document(kind: str | None) -> str:
    return f"documents must be {PDF} or {TEXT}; {_named(kind)} is not supported"


def _named(kind: str | None) -> str:
    return kind if kind else "a source without a media type"


def _media_type(source: Source) -> str | None:
    """The declared type without parameters, in lower case, under its registered name."""
    declared = getattr(source, "media_type", None)
    if declared is None:
        return None
    plain = str(declared).partition(";")[0].strip().lower()
    return ALIASES.get(plain, plain)


def _as_base64(source: Base64 | Raw) -> str:
    return source.data if isinstance(source, Base64) else base64.b64encode(source.data).decode("ascii")


def _as_text(source: Base64 | Raw, path: str) -> str:
    try:
        data = source.data if isinstance(source, Raw) else base64.b64decode(source.data, validate=True)
    except (binascii.Error, ValueError):
        raise ContentDecodeError("the data of a plain text document is not valid base64", path) from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise ContentDecodeError("the data of a plain text document is not valid UTF-8", path) from None
