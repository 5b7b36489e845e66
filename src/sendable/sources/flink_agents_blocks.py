"""The content blocks of Flink Agents, told by their shape: those of its coming version, the API's own, and results."""

from collections.abc import Callable
from typing import Any

from sendable.conversation import (
    Audio,
    Base64,
    Document,
    Image,
    Lost,
    Part,
    Source,
    Text,
    ToolResult,
    Url,
    Verbatim,
    Video,
)
from sendable.sources.anthropic_blocks import block_parts

Json = dict[str, Any]

_MEDIA: dict[str, type[Image | Document | Audio | Video]] = {
    "image": Image,
    "document": Document,
    "audio": Audio,
    "video": Video,
}
_CALL_IDS = ("tool_use_id", "external_id", "externalId", "tool_call_id", "call_id")
_UNKNOWN = "application/octet-stream"


def read_answer(blocks: list[Any], path: str, lost: list[Lost], model: str | None) -> list[Part]:
    """The parts of the blocks that the API answered with; what is new among them goes back as it is."""
    for at, block in enumerate(blocks):
        if not isinstance(block, dict):
            lost.append(Lost(f"{path}.{at}", "a block that is no object"))
    return [part for block in blocks if isinstance(block, dict) for part in block_parts(_without_nulls(block), model)]


def read_blocks(blocks: list[Any], path: str, lost: list[Lost]) -> list[Part]:
    """The parts of content blocks; a block of no known form is told in `lost`."""
    parts: list[Part] = []
    for at, block in enumerate(blocks):
        found = _read(block, f"{path}.{at}", lost)
        if not found:
            lost.append(Lost(f"{path}.{at}", "a block of no known form"))
        parts += found
    return parts


def _read(block: Any, path: str, lost: list[Lost]) -> list[Part]:
    if isinstance(block, str):
        return [Text(text=block)]
    if not isinstance(block, dict):
        return []
    block = _without_nulls(block)
    read = _FORMS.get(str(block.get("type")))
    part = read(block, path, lost) if read is not None else None
    if part is not None:
        return [part]
    return [one for one in block_parts(block, None) if not isinstance(one, Verbatim)]


def _without_nulls(block: Json) -> Json:
    """Objects that were dumped hold a null for every field that is not set; `content` alone means something by it."""
    return {name: held for name, held in block.items() if held is not None or name == "content"}


def _media(block: Json, path: str, lost: list[Lost]) -> Part | None:
    source, kind = _source(block), _MEDIA[str(block["type"])]
    if source is None:
        return None
    name = block.get("name", block.get("title"))
    lost += [Lost(f"{path}.{one}", "what is known of a file") for one in ("size_bytes", "sha256") if one in block]
    return kind(source=source, name=name if isinstance(name, str) else None)


def _source(block: Json) -> Source | None:
    """By `mime_type` with `data` or `url`; sound and film also by a `source` of the API's form."""
    inner = block.get("source")
    held = inner if isinstance(inner, dict) and block["type"] in ("audio", "video") else block
    named = next((held[name] for name in ("mime_type", "mimeType", "media_type") if name in held), None)
    media_type = named if isinstance(named, str) else None
    if isinstance(held.get("data"), str):
        data = held["data"].replace("-", "+").replace("_", "/")
        return Base64(data=data, media_type=media_type or _UNKNOWN)
    return Url(url=held["url"], media_type=media_type) if isinstance(held.get("url"), str) else None


def _result(block: Json, path: str, lost: list[Lost]) -> Part | None:
    call_id = next((block[name] for name in _CALL_IDS if isinstance(block.get(name), str)), None)
    if call_id is None:
        return None
    content, flag = block.get("content", block.get("blocks")), block.get("is_error")
    parts: list[Part] = [Text(text=content)] if isinstance(content, str) and content else []
    if isinstance(content, list):
        parts = read_blocks(content, f"{path}.content", lost)
    return ToolResult(
        call_id=call_id,
        parts=parts,
        bare=not isinstance(content, list),
        is_error=flag if isinstance(flag, bool) else None,
    )


_FORMS: dict[str, Callable[[Json, str, list[Lost]], Part | None]] = {
    **dict.fromkeys(_MEDIA, _media),
    "tool_result": _result,
}
