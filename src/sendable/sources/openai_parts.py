"""What the two OpenAI formats share below the message: content parts, data URLs and the text of arguments."""

import base64
import mimetypes
import urllib.parse
from collections.abc import Callable
from typing import Any

from sendable.conversation import (
    Audio,
    Base64,
    CachePoint,
    Document,
    File,
    Image,
    Lost,
    Part,
    Text,
    Thinking,
    ToolReference,
    Url,
    Video,
)
from sendable.sources.json_text import json_text, value_of

Json = dict[str, Any]
OWN = "openai"

_PDF, _BYTES = "application/pdf", "application/octet-stream"
_STANDARD = str.maketrans("-_", "+/")
_TYPES = mimetypes.MimeTypes()  # of its own, without what the machine has registered
_SOUNDS = {"wav": "audio/wav", "mp3": "audio/mpeg"}


def content_parts(content: Any, path: str, lost: list[Lost]) -> list[Part]:
    """The parts of a `content`: a string, a list of parts, or one part alone.

    Args:
        content: as it is stored; None holds nothing.
        path: where it stands, for what is lost.
        lost: takes what no part can hold.
    """
    if content is None:
        return []
    if isinstance(content, str):
        return [Text(text=content)]
    held = content if isinstance(content, list) else [content]
    return [part for at, one in enumerate(held) for part in _parts(one, f"{path}.{at}", lost)]


def result_parts(content: Any, path: str, lost: list[Lost]) -> list[Part]:
    """The parts of what a tool said: a `content`, or any other value, which is told as its JSON text."""
    if content is None or isinstance(content, str):
        return content_parts(content, path, lost)
    if not isinstance(content, list):
        return content_parts(content if _is_part(content) else json_text(content), path, lost)
    told = [one if _is_part(one) else json_text(one) for one in content]
    return content_parts(told, path, lost)


def _is_part(one: Any) -> bool:
    return isinstance(one, str) or (isinstance(one, dict) and str(one.get("type")) in _MAKERS)


def _parts(one: Any, path: str, lost: list[Lost]) -> list[Part]:
    """The part of one entry, and the cache point behind it where the entry carries one."""
    if isinstance(one, str):
        return [Text(text=one)]
    made = _part(one, path, lost) if isinstance(one, dict) else None
    if made is None:
        lost.append(Lost(path, "content of a kind that has no part"))
        return []
    return [made, *cache_points(one, path, lost)]


def _part(one: Json, path: str, lost: list[Lost]) -> Part | None:
    if one.get("annotations"):
        lost.append(Lost(f"{path}.annotations", "citations of another provider"))
    make = _MAKERS.get(str(one.get("type")))
    return make(one, path, lost) if make is not None else None


def cache_points(one: Json, path: str, lost: list[Lost]) -> list[CachePoint]:
    """The cache point that an entry carries: in Anthropic's words (gateways pass them on) or in OpenAI's."""
    mark = one.get("cache_control")
    if isinstance(mark, dict):
        ttl = mark.get("ttl")
        return [CachePoint(ttl=ttl if isinstance(ttl, str) else None)]
    mark = one.get("prompt_cache_breakpoint")
    if not isinstance(mark, dict):
        return []
    if mark.get("ttl") is not None:
        lost.append(Lost(f"{path}.prompt_cache_breakpoint.ttl", "how long the cache was to be kept"))
    return [CachePoint()]


def _text(one: Json, _path: str, _lost: list[Lost]) -> Part | None:
    text = one.get("text")
    return Text(text=text) if isinstance(text, str) else None


def _refusal(one: Json, _path: str, _lost: list[Lost]) -> Part | None:
    text = one.get("refusal")
    return Text(text=text) if isinstance(text, str) else None


def _reasoning(one: Json, _path: str, _lost: list[Lost]) -> Part | None:
    text = one.get("text")
    return Thinking(text=text, provider=OWN) if isinstance(text, str) else None


def _image(one: Json, path: str, lost: list[Lost]) -> Part | None:
    """`image_url` is an object in chat and a string in Responses; a file id stands beside it."""
    held = one.get("image_url")
    detail = held.get("detail") if isinstance(held, dict) else one.get("detail")
    if detail not in (None, "auto"):
        lost.append(Lost(f"{path}.detail", "how closely the image was to be looked at"))
    url = held.get("url") if isinstance(held, dict) else held
    if isinstance(url, str):
        return Image(source=url_source(url))
    if isinstance(one.get("file_id"), str):
        return Image(source=File(file_id=one["file_id"], provider=OWN))
    return None


def _video(one: Json, _path: str, _lost: list[Lost]) -> Part | None:
    held = one.get("video_url")
    url = held.get("url") if isinstance(held, dict) else held
    return Video(source=url_source(url)) if isinstance(url, str) else None


def _sound(one: Json, _path: str, _lost: list[Lost]) -> Part | None:
    held = one.get("input_audio")
    if not isinstance(held, dict) or not isinstance(held.get("data"), str):
        return None
    kind = str(held.get("format") or "wav")
    return Audio(source=_encoded(held["data"], _SOUNDS.get(kind, f"audio/{kind}")))


def _file(one: Json, _path: str, _lost: list[Lost]) -> Part | None:
    """The fields stand in `file` in chat, and in the part itself in Responses."""
    file = one.get("file")
    held = file if isinstance(file, dict) else one
    name = held.get("filename") if isinstance(held.get("filename"), str) else None
    source = _file_source(held, name)
    if source is None:
        return None
    if str(getattr(source, "media_type", None)).startswith("image/"):
        return Image(source=source, name=name)
    return Document(source=source, name=name)


def _file_source(held: Any, name: str | None) -> Base64 | Url | File | None:
    data, url, file_id = held.get("file_data"), held.get("file_url"), held.get("file_id")
    if isinstance(data, str) and data:
        return url_source(data) if is_data_url(data) else _encoded(data, _guessed(data, name))
    if isinstance(url, str) and url:
        return url_source(url)
    return File(file_id=file_id, provider=OWN) if isinstance(file_id, str) else None


def _guessed(data: str, name: str | None) -> str:
    """The type of data that nobody declared: told by the name of the file, or by how a PDF begins."""
    if data.startswith("JVBERi0"):
        return _PDF
    return (_TYPES.guess_type(name)[0] if name else None) or _BYTES


def is_data_url(text: str) -> bool:
    """Whether the data stand in the URL itself."""
    return text[:5].lower() == "data:"


def url_source(url: str) -> Base64 | Url:
    """The source behind a URL; a `data:` URL holds it, any other is never fetched."""
    if not is_data_url(url):
        return Url(url=url)
    head, _, data = url[5:].partition(",")
    kind, *settings = head.split(";")
    kind = kind.strip() or "text/plain"
    if any(setting.strip().lower() == "base64" for setting in settings):
        return _encoded(urllib.parse.unquote(data) if "%" in data else data, kind)
    plain = urllib.parse.unquote_to_bytes(data.encode("utf-8", "replace"))
    return Base64(data=base64.b64encode(plain).decode("ascii"), media_type=kind)


def _encoded(data: str, kind: str) -> Base64:
    return Base64(data=data.translate(_STANDARD) if "-" in data or "_" in data else data, media_type=kind)


def arguments_of(value: Any) -> Any:
    """The arguments of a call: the object that its JSON text stands for; text that is none stays as it is."""
    if not isinstance(value, str):
        return {} if value is None else value
    if not value.strip():
        return {}
    try:
        parsed = value_of(value)
    except (ValueError, RecursionError):
        return value
    return parsed if isinstance(parsed, dict) else value


def text_of(value: Any, otherwise: str) -> str:
    """A stored id or name, or what stands in for a missing one."""
    return value if isinstance(value, str) and value else otherwise


def _tool_reference(one: Json, _path: str, _lost: list[Lost]) -> Part | None:
    return ToolReference(name=one["tool_name"]) if isinstance(one.get("tool_name"), str) else None


_MAKERS: dict[str, Callable[[Json, str, list[Lost]], Part | None]] = {
    **dict.fromkeys(("text", "input_text", "output_text"), _text),
    **dict.fromkeys(("reasoning_text", "summary_text"), _reasoning),
    **dict.fromkeys(("image_url", "input_image", "computer_screenshot"), _image),
    **dict.fromkeys(("file", "input_file"), _file),
    "refusal": _refusal,
    "input_audio": _sound,
    "video_url": _video,
    "tool_reference": _tool_reference,
}
