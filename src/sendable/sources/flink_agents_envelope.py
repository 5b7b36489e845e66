"""The envelope in which a tool of Flink Agents hands content blocks through a string: `{"$content_blocks": [...]}`.

Whoever controls the output of any tool can write an envelope. So it is opened only where the caller asks for it, and
only when all of it is harmless: text, images and documents, of types that the API takes, with data that decode, within
the sizes; by URL over https alone, and no file ids, which could name any file of the account. Anything else stays the
text that it is.
"""

import binascii
import json
from typing import Any, NamedTuple

from sendable.conversation import Base64, Document, Image, Part, Plain, Source, Text, Url

Json = dict[str, Any]

MARK = "$content_blocks"
MAX_BLOCKS = 100
MAX_TEXT = 32_000_000  # of the whole envelope: no request may be larger

_TYPES = {
    "image": frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"}),
    "document": frozenset({"application/pdf", "text/plain"}),
}
_ABOUT = frozenset({"name", "title", "context", "size_bytes", "sha256"})


class Opened(NamedTuple):
    """What an envelope held: its parts, and whether the tool says that it failed (None where it does not say)."""

    parts: list[Part]
    is_error: bool | None


def opened(text: str, max_block_bytes: int) -> Opened | None:
    """What an envelope holds; None for any other text, and for an envelope that is forged or broken in any place."""
    if len(text) > MAX_TEXT or f'"{MARK}"' not in text:
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict) or not {MARK} <= value.keys() <= {MARK, "is_error"}:
        return None
    blocks, flag = value[MARK], value.get("is_error")
    if not isinstance(blocks, list) or len(blocks) > MAX_BLOCKS or not isinstance(flag, bool | None):
        return None
    parts = [_part(block, max_block_bytes) for block in blocks]
    known = [part for part in parts if part is not None]
    return Opened(known, flag) if len(known) == len(parts) else None


def why_refused(text: str, max_block_bytes: int) -> str | None:
    """Why an envelope stays the text that it is; None for what is opened, and for text that names no blocks."""
    if not text.lstrip().startswith("{") or f'"{MARK}"' not in text or opened(text, max_block_bytes) is not None:
        return None
    if len(text) > MAX_TEXT:
        return "it is larger than a request may be"
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return "it is no JSON"
    blocks = value.get(MARK)
    if not isinstance(blocks, list) or not value.keys() <= {MARK, "is_error"}:
        return "it holds other fields than blocks and `is_error`"
    if len(blocks) > MAX_BLOCKS:
        return f"it holds more than {MAX_BLOCKS} blocks"
    odd = next((at for at, block in enumerate(blocks) if _part(block, max_block_bytes) is None), None)
    if odd is None:
        return "its `is_error` is neither true nor false"
    return f"its block {odd} is of a kind, a type, a size or a source that is not let through"


def _part(block: Any, most: int) -> Part | None:
    if not isinstance(block, dict):
        return None
    kind = block.get("type")
    if kind == "text":
        fits = block.keys() == {"type", "text"} and isinstance(block["text"], str) and len(block["text"]) <= most
        return Text(text=block["text"]) if fits else None
    if kind not in ("image", "document"):
        return None
    about = {name: held for name, held in block.items() if name in _ABOUT}
    if not all(isinstance(held, str | int | None) for held in about.values()):
        return None
    source = _source({name: held for name, held in block.items() if name not in _ABOUT}, kind, most)
    if source is None:
        return None
    name = _text_in(about, "title") or _text_in(about, "name")
    if kind == "image":
        return Image(source=source, name=name)
    return Document(source=source, name=name, context=_text_in(about, "context"))


def _source(block: Json, kind: str, most: int) -> Source | None:
    """The source, in the form of the Messages API (`source`) or of Flink Agents (`mime_type` with `data` or `url`)."""
    inner = block.get("source")
    if isinstance(inner, dict) and block.keys() == {"type", "source"}:
        form, rest = inner.get("type"), {name: held for name, held in inner.items() if name != "type"}
        if form == "text" and kind == "document":
            return _plain(rest, most)
        names = {"base64": {"media_type", "data"}, "url": {"url"}}.get(str(form))
        return _held(rest, "media_type", kind, most) if rest.keys() == names else None
    rest = {name: held for name, held in block.items() if name != "type" and held is not None}
    fits = rest.keys() in ({"mime_type", "data"}, {"mime_type", "url"})
    return _held(rest, "mime_type", kind, most) if fits else None


def _plain(source: Json, most: int) -> Source | None:
    text, fits = source.get("data"), source.keys() == {"media_type", "data"} and source["media_type"] == "text/plain"
    return Plain(text=text) if fits and isinstance(text, str) and len(text) <= most else None


def _held(source: Json, type_name: str, kind: str, most: int) -> Source | None:
    media_type, url, data = source.get(type_name), source.get("url"), source.get("data")
    known = isinstance(media_type, str) and media_type in _TYPES[kind]
    if isinstance(url, str):
        fits = url.startswith("https://") and (media_type is None or known)
        return Url(url=url, media_type=media_type) if fits else None
    if not known or not isinstance(data, str) or not _decodes(data, most):
        return None
    return Base64(data=data, media_type=str(media_type))


def _decodes(data: str, most: int) -> bool:
    if not data or len(data) * 3 // 4 - 2 > most:
        return False
    try:
        return len(binascii.a2b_base64(data, strict_mode=True)) <= most
    except ValueError:
        return False


def _text_in(about: Json, name: str) -> str | None:
    held = about.get(name)
    return held if isinstance(held, str) and held else None
