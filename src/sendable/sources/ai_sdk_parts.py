"""The parts that `UIMessage` and `ModelMessage` share, and the metadata of providers on them."""

import base64
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
    Plain,
    RedactedThinking,
    Source,
    Text,
    Thinking,
    ToolCall,
    ToolReference,
    ToolResult,
    Url,
    Verbatim,
    Video,
)
from sendable.sources.json_text import json_text
from sendable.sources.openai_parts import arguments_of, is_data_url, url_source

Json = dict[str, Any]

OWN = "anthropic"
_SIGNERS = (OWN, "bedrock")
_METADATA = ("providerMetadata", "providerOptions", "callProviderMetadata")
_BY_TYPE: dict[str, type[Image | Audio | Video]] = {"image": Image, "audio": Audio, "video": Video}
_BEGINNINGS = {"iVBORw0KGgo": "image/png", "/9j/": "image/jpeg", "R0lGOD": "image/gif", "UklGR": "image/webp"}
_NO_TYPE = "application/octet-stream"


def metadata(part: Json) -> Json:
    """What providers keep on a part, by their names."""
    found = (part.get(name) for name in _METADATA)
    return next((held for held in found if isinstance(held, dict)), {})


def own(part: Json) -> Json:
    """What Anthropic's provider keeps on a part."""
    held = metadata(part).get(OWN)
    return held if isinstance(held, dict) else {}


def provider_of(part: Json) -> str | None:
    """The provider that has something to say of a part."""
    return next(iter(metadata(part)), None)


def points(part: Json) -> list[CachePoint]:
    """The cache point that a part or message carries."""
    mark = own(part).get("cacheControl", own(part).get("cache_control"))
    if not isinstance(mark, dict):
        return []
    ttl = mark.get("ttl")
    return [CachePoint(ttl=ttl if isinstance(ttl, str) else None)]


def text_part(part: Json) -> Part | None:
    """Text; a compaction of Anthropic's is kept as the text of one."""
    text = part.get("text")
    if not isinstance(text, str):
        return None
    if own(part).get("type") == "compaction":
        return Verbatim(provider=OWN, block={"type": "compaction", "content": text})
    return Text(text=text)


def reasoning_part(part: Json) -> Part | None:
    """Thinking, signed or redacted where the metadata of a provider of Claude say so."""
    text = part.get("text")
    for name in _SIGNERS:
        held = metadata(part).get(name)
        if isinstance(held, dict) and isinstance(held.get("signature"), str):
            return Thinking(text=text if isinstance(text, str) else "", signature=held["signature"])
        if isinstance(held, dict) and isinstance(held.get("redactedData"), str):
            return RedactedThinking(data=held["redactedData"])
    return Thinking(text=text, provider=provider_of(part)) if isinstance(text, str) else None


def call_of(call_id: str, name: str, given: Any, part: Json) -> ToolCall:
    """The call of a tool that the application runs; `caller` says that code called it."""
    caller = own(part).get("caller")
    extra: Json = {}
    if isinstance(caller, dict) and isinstance(caller.get("type"), str):
        by = caller.get("toolId")
        extra = {"caller": {"type": caller["type"]} | ({"tool_id": by} if isinstance(by, str) else {})}
    return ToolCall(id=call_id, name=name, arguments=arguments_of(given), extra=extra)


def json_result(call_id: str, name: str, value: Any, *, is_error: bool | None) -> ToolResult:
    """A result that is text, or told as its JSON text."""
    text = value if isinstance(value, str) else json_text(value)
    parts: list[Part] = [Text(text=text)] if text else []
    return ToolResult(call_id=call_id, name=name or None, parts=parts, bare=True, is_error=is_error)


def result_parts(value: Any, path: str, lost: list[Lost]) -> list[Part]:
    """The parts of an output of type `content`."""
    made: list[Part] = []
    for one in value if isinstance(value, list) else []:
        part = _result_part(one) if isinstance(one, dict) else None
        if part is None:
            lost.append(Lost(path, "content of a result of a kind that has no part"))
        else:
            made += [part, *points(one)]
    return made


def _result_part(one: Json) -> Part | None:
    kind = one.get("type")
    if kind == "text":
        return Text(text=one["text"]) if isinstance(one.get("text"), str) else None
    if kind == "custom":
        found = own(one).get("toolName")
        return ToolReference(name=found) if isinstance(found, str) else None
    return file_part(one)


def file_part(part: Json) -> Part | None:
    """A file, an image, or media of a result, by whatever it is given by."""
    kind, declared = str(part.get("type")), part.get("mediaType")
    media_type = declared if isinstance(declared, str) and declared else None
    is_image = kind.startswith("image") or str(media_type).lower().startswith("image/")
    source = _source(part, media_type, is_image=is_image)
    if source is None:
        return None
    named = own(part)
    title = named.get("title") if isinstance(named.get("title"), str) else part.get("filename")
    name = title if isinstance(title, str) else None
    make = Image if is_image else _BY_TYPE.get(str(getattr(source, "media_type", None)).partition("/")[0].lower())
    if make is not None:
        return make(source=source, name=name)
    context, citations = named.get("context"), named.get("citations")
    enabled = citations.get("enabled") if isinstance(citations, dict) else None
    return Document(
        source=source,
        name=name,
        context=context if isinstance(context, str) else None,
        citations=enabled if isinstance(enabled, bool) else None,
    )


def _source(part: Json, declared: str | None, *, is_image: bool) -> Source | None:
    held = next((part[name] for name in ("url", "data", "image", "fileId") if part.get(name) is not None), None)
    if isinstance(held, dict):
        held = _untagged(held)
    if isinstance(held, Plain | File):
        return held
    if not isinstance(held, str) or not held:
        return None
    if "fileId" in part:
        return File(file_id=held, media_type=declared)
    known = None if declared is not None and declared.endswith("/*") else declared
    if is_data_url(held):
        return url_source(held)
    if "://" in held:
        return Url(url=held, media_type=known)
    return Base64(data=held.replace("-", "+").replace("_", "/"), media_type=known or _begun(held, is_image=is_image))


def _untagged(held: Json) -> Plain | File | str | None:
    """Data that say what they are, ids by provider, and bytes as JavaScript writes them in JSON."""
    kind = held.get("type")
    if kind in ("url", "data", "text") and isinstance(held.get(kind), str):
        return Plain(text=held["text"]) if kind == "text" else str(held[kind])
    ids = held.get("reference") if kind == "reference" else held
    if isinstance(ids, dict) and isinstance(ids.get(OWN), str):
        return File(file_id=ids[OWN])
    numbers = held.get("data") if kind == "Buffer" else list(held.values())
    try:
        return base64.b64encode(bytes(numbers)).decode("ascii") if isinstance(numbers, list) else None
    except (ValueError, TypeError):
        return None


def _begun(data: str, *, is_image: bool) -> str:
    """The type of an image that nobody declared, by how it begins."""
    found = next((kind for start, kind in _BEGINNINGS.items() if data.startswith(start)), None)
    return found if found is not None and is_image else "image/jpeg" if is_image else _NO_TYPE
