"""Media blocks of LangChain: its v1 form (`base64`, `url`, `file_id`), the one before (`source_type`), and Google's."""

from typing import Any

from sendable.conversation import Audio, Base64, Document, File, Image, Part, Plain, Source, Url, Video
from sendable.sources.openai_parts import url_source

Json = dict[str, Any]

MEDIA = ("image", "document", "file", "audio", "video", "text-plain", "media")
_BY_TYPE: dict[str, type[Image | Audio | Video]] = {"image": Image, "audio": Audio, "video": Video}
# What data are when nobody says: LangChain itself takes a file for a PDF, and text for text.
_UNDECLARED = {"text-plain": "text/plain", "file": "application/pdf", "document": "application/pdf"}
_NO_TYPE = "application/octet-stream"


def media(block: Json) -> Part | None:
    """The part of a media block; None where it holds neither data, URL nor file id."""
    kind = str(block.get("type"))
    source = _source(block, kind)
    if source is None:
        return None
    declared = str(getattr(source, "media_type", None)).partition("/")[0].lower()
    # A file is what its type says it is; the others are what they are called.
    make = _BY_TYPE.get(declared if kind in ("file", "media") else kind)
    name = _said(block, "title", "filename", "name")
    if make is not None:
        return make(source=source, name=name)
    return Document(source=source, name=name, context=_said(block, "context"), citations=_citations(block))


def _source(block: Json, kind: str) -> Source | None:
    declared = block.get("mime_type")
    media_type = declared if isinstance(declared, str) and declared else _UNDECLARED.get(kind)
    data = block.get("base64", block.get("data"))
    if isinstance(data, str) and data:
        return Base64(data=data.replace("-", "+").replace("_", "/"), media_type=media_type or _NO_TYPE)
    if isinstance(block.get("text"), str):
        return Plain(text=block["text"], media_type=media_type if kind == "text-plain" and media_type else "text/plain")
    url = block.get("url", block.get("file_uri"))
    if isinstance(url, str):
        held = url_source(url)
        known = declared if isinstance(declared, str) else "text/plain" if kind == "text-plain" else None
        return Url(url=held.url, media_type=known) if isinstance(held, Url) else held
    return _file(block)


def _file(block: Json) -> File | None:
    """The id of a file: a field of its own, or the id of a block that says so, or of one that has nothing else."""
    held = block.get("file_id", block.get("id"))
    if not isinstance(held, str) or not held:
        return None
    declared = block.get("mime_type")
    provider = "openai" if held.startswith("file-") else "anthropic"
    return File(file_id=held, media_type=declared if isinstance(declared, str) else None, provider=provider)


def _held(block: Json, name: str) -> Any:
    """A field that stands beside the others, among the extras, or (before v1) in the metadata."""
    for held in (block, block.get("extras"), block.get("metadata")):
        if isinstance(held, dict) and held.get(name) is not None:
            return held[name]
    return None


def _said(block: Json, *names: str) -> str | None:
    found = (_held(block, name) for name in names)
    return next((one for one in found if isinstance(one, str)), None)


def _citations(block: Json) -> bool | None:
    held = _held(block, "citations")
    enabled = held.get("enabled") if isinstance(held, dict) else None
    return enabled if isinstance(enabled, bool) else None
