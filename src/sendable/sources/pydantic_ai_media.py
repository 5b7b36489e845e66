"""What pydantic-ai's histories hold beside plain text: the items of a prompt, and what a tool returned."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from sendable.conversation import Audio, Base64, CachePoint, Document, File, Image, Part, Source, Text, Url, Video
from sendable.sources.json_text import json_text

Json = dict[str, Any]

_URLS: dict[Any, type[Image | Document | Audio | Video]] = {
    "image-url": Image,
    "document-url": Document,
    "audio-url": Audio,
    "video-url": Video,
}
_BY_TYPE: dict[str, type[Image | Document | Audio | Video]] = {"image": Image, "audio": Audio, "video": Video}
_URL_KEYS = {"url", "force_download", "vendor_metadata", "kind", "media_type", "identifier"}
_UPLOAD_KEYS = {"file_id", "provider_name", "vendor_metadata", "kind", "media_type", "identifier"}
_NO_TYPE = "application/octet-stream"


def prompt_item(item: Any) -> Part | None:
    """The part of an item of a user prompt; None for an item of no known kind."""
    if isinstance(item, str):
        return Text(text=item)
    if not isinstance(item, dict):
        return None
    kind = item.get("kind")
    if kind == "cache-point":
        ttl = item.get("ttl")
        return CachePoint(ttl=ttl if isinstance(ttl, str) else None)
    if kind in ("text-content", "structured-content"):
        return Text(text=item["content"]) if isinstance(item.get("content"), str) else None
    return media(item)


def media(item: Any) -> Part | None:
    """The part of a file, by URL, data or id; None where the item is none. URL-safe base64 becomes standard."""
    if not isinstance(item, dict):
        return None
    kind, declared = item.get("kind"), item.get("media_type")
    media_type = declared if isinstance(declared, str) else None
    if kind == "binary" and isinstance(item.get("data"), str):
        named = media_type or _NO_TYPE
        return _of_type(named, Base64(data=_standard(item["data"]), media_type=named))
    if kind == "uploaded-file" and isinstance(item.get("file_id"), str):
        provider = item.get("provider_name")
        # The library's own default where an id has no ending: it says nothing.
        known = None if media_type == _NO_TYPE else media_type
        held = File(
            file_id=item["file_id"],
            media_type=known,
            provider=provider if isinstance(provider, str) else "anthropic",
        )
        return _of_type(media_type or _NO_TYPE, held)
    if isinstance(kind, str) and kind in _URLS and isinstance(item.get("url"), str):
        return _URLS[kind](source=Url(url=item["url"], media_type=media_type))
    return None


def _of_type(media_type: str, source: Source) -> Part:
    return _BY_TYPE.get(media_type.partition("/")[0].lower(), Document)(source=source)


def _standard(data: str) -> str:
    return data.replace("-", "+").replace("_", "/") if "-" in data or "_" in data else data


def returned(part: Json) -> tuple[list[Part], bool]:
    """What a tool returned as parts, and whether it is one bare text.

    Text stays text and other values become their JSON text, one for each item of a list. Files stand where they stood
    in that list; a file deeper inside a value is named in its JSON text and follows it.
    """
    content = part.get("content")
    files = _Files(part.get("content_file_digests"))
    if not isinstance(content, list):
        parts = list(_returned_item(content, files))
        bare = len(parts) <= 1 and not files.found
        return ([] if content == "" else parts), bare
    if part.get("outcome") == "retried" and not any(files.own(item) for item in content):
        return [Text(text=json_text(content))], True
    return [one for item in content for one in _returned_item(item, files)], False


def _returned_item(item: Any, files: "_Files") -> Iterator[Part]:
    own = files.own(item)
    if own is not None:
        files.found = True
        yield own
        return
    if isinstance(item, str):
        yield Text(text=item)
        return
    inside: list[Part] = []
    plain = _without_files(item, files, inside)
    yield Text(text=plain if isinstance(plain, str) else json_text(plain))
    files.found |= bool(inside)
    yield from inside


def _without_files(value: Any, files: "_Files", found: list[Part]) -> Any:
    own = files.own(value)
    if own is not None:
        found.append(own)
        named = value.get("identifier")
        return f"See file {named}." if isinstance(named, str) else "See the file that follows."
    if isinstance(value, dict):
        return {name: _without_files(item, files, found) for name, item in value.items()}
    if isinstance(value, list):
        return [_without_files(item, files, found) for item in value]
    return value


class _Files:
    """Tells files from data that only looks like one.

    A tool may return a mapping in the form of a stored file. pydantic-ai records a digest of each file by URL or id
    beside the content; without a record, from older releases, only files by web address count.
    """

    def __init__(self, recorded: Any) -> None:
        self._recorded = frozenset(one for one in recorded if isinstance(one, str)) if _is_list(recorded) else None
        self.found = False

    def own(self, value: Any) -> Part | None:
        """The part of a file; None for data."""
        if not isinstance(value, dict) or "kind" not in value:
            return None
        kind = value["kind"]
        if kind == "binary" or not isinstance(kind, str):
            return media(value)
        if self._recorded is None:
            address = value.get("url")
            by_web = isinstance(address, str) and address.lower().startswith(("http:", "https:"))
            return media(value) if kind in _URLS and by_web else None
        keys = _UPLOAD_KEYS if kind == "uploaded-file" else _URL_KEYS
        return media(value) if value.keys() <= keys and file_digest(value) in self._recorded else None


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def file_digest(value: Json) -> str:
    """What pydantic-ai records of a file in the content of a tool return."""
    written = json.dumps(value, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()
