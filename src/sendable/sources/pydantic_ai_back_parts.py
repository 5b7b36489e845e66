"""Blocks of a repaired request as parts of pydantic-ai's messages, for write-back.

Ids and names that the repair renamed, and cache breakpoints, live on the wire alone: they are never written back.
"""

import base64
from typing import Any

from sendable.errors import SendableError
from sendable.sources.pydantic_ai_media import file_digest
from sendable.sources.pydantic_ai_parts import ERRORS
from sendable.sources.wire_places import unmarked

Json = dict[str, Any]

_WIRE_ONLY = ("cache_control", "id", "name", "tool_use_id")
_RECORDED = ("image-url", "document-url", "audio-url", "video-url", "uploaded-file")
_KINDS = {"image": "image-url", "document": "document-url"}


def says_the_same(block: Json, former: Json) -> bool:
    """Whether two blocks differ in nothing but what lives on the wire alone."""
    if former.get("type") in ("tool_use", "tool_result") and not former.get("id", former.get("tool_use_id")):
        return False
    return _essence(block) == _essence(former)


def _essence(block: Json) -> Json:
    held = {name: value for name, value in block.items() if name not in _WIRE_ONLY}
    content = held.get("content")
    if isinstance(content, list):
        held["content"] = [unmarked(item) if isinstance(item, dict) else item for item in content]
    return held


def response_part(block: Json, part: Json | None) -> Json:
    """The part of a response that says what a block says.

    Args:
        block: of the repaired request.
        part: the stored part that it takes the place of.

    Raises:
        SendableError: pydantic-ai has no such part.
    """
    kind = block.get("type")
    if kind == "text" and isinstance(block.get("text"), str):
        if part is None or part.get("part_kind") != "text":
            return {"part_kind": "text", "content": block["text"]}
        return {**part, "content": block["text"], "citations": None}
    if kind == "tool_use" and part is not None and part.get("part_kind") == "tool-call":
        return {**part, "args": block.get("input")}
    raise SendableError(f"cannot be written back as a part of pydantic-ai: a changed {kind} block")


def request_part(block: Json, part: Json | None, former: Json | None, calls: dict[str, str]) -> Json:
    """The part of a request that says what a block says.

    Args:
        block: of the repaired request, with the ids of the history.
        part: the stored part that it takes the place of.
        former: the block that this part was.
        calls: the names of the tools that were called, by id.
    """
    if block.get("type") == "tool_result":
        return _result(block, part, former or {}, calls)
    item = prompt_item_of(block)
    if part is not None and part.get("part_kind") == "user-prompt" and isinstance(part.get("content"), str):
        return {**part, "content": item if isinstance(item, str) else [item]}
    if part is not None and part.get("part_kind") == "system-prompt" and isinstance(item, str):
        return {**part, "content": item}
    return {"part_kind": "user-prompt", "content": item if isinstance(item, str) else [item]}


def prompt_item_of(block: Json) -> str | Json:
    """The item of a prompt, or of what a tool returned, that a block becomes."""
    kind, source = block.get("type"), block.get("source")
    if kind == "text" and isinstance(block.get("text"), str):
        return str(block["text"])
    if kind in _KINDS and isinstance(source, dict):
        item = _file(str(kind), source)
        if item is not None:
            return item
    raise SendableError(f"cannot be written back as an item of pydantic-ai: a changed {kind} block")


def _file(kind: str, source: Json) -> Json | None:
    held, media_type = source.get("type"), source.get("media_type")
    if held == "base64":
        return {"kind": "binary", "data": _url_safe(str(source.get("data"))), "media_type": media_type}
    if held == "text":
        data = base64.urlsafe_b64encode(str(source.get("data")).encode()).decode("ascii")
        return {"kind": "binary", "data": data, "media_type": media_type}
    if held == "url":
        typed = {"media_type": "application/pdf"} if kind == "document" else {}
        return {"kind": _KINDS[kind], "url": source.get("url")} | typed
    if held == "file":
        # Only whether it is an image matters to pydantic-ai; the request does not say more.
        typed = {"media_type": "image/png" if kind == "image" else "application/octet-stream"}
        return {"kind": "uploaded-file", "file_id": source.get("file_id"), "provider_name": "anthropic"} | typed
    return None


def _url_safe(data: str) -> str:
    return data.replace("+", "-").replace("/", "_")


def _result(block: Json, part: Json | None, former: Json, calls: dict[str, str]) -> Json:
    call_id, content = str(block.get("tool_use_id")), block.get("content")
    base = part if part is not None and part.get("part_kind") in ("tool-return", "retry-prompt") else {}
    result: Json = {"tool_name": calls.get(call_id, ""), **base, "part_kind": "tool-return", "tool_call_id": call_id}
    kept = "content" in base and content == former.get("content")
    written = {} if kept else _content(content, _kept_items(base.get("content"), former.get("content")))
    return result | written | {"outcome": _outcome(base, block.get("is_error"))}


def _outcome(base: Json, is_error: object) -> str:
    """The outcome that was stored, unless the flag says otherwise now."""
    stored = "retried" if base.get("part_kind") == "retry-prompt" else base.get("outcome")
    if is_error is True:
        return stored if stored in ERRORS else "failed"
    return "success" if stored in ERRORS or not isinstance(stored, str) else stored


def _kept_items(stored: Any, former: Any) -> list[tuple[Any, Any]]:
    """The blocks that the items of a list became, each with its item; none where an item became several."""
    if not isinstance(stored, list) or not isinstance(former, list) or len(stored) != len(former):
        return []
    return list(zip(former, stored, strict=True))


def _content(content: Any, kept: list[tuple[Any, Any]]) -> Json:
    """The content of a tool return, with the record of its files that pydantic-ai keeps beside it."""
    if not isinstance(content, list):
        return {"content": "" if content is None else content, "content_file_digests": []}
    items = [_returned_item(block, kept) for block in content]
    if len(items) == 1 and isinstance(items[0], str):
        return {"content": items[0], "content_file_digests": []}
    files = [item for item in items if isinstance(item, dict) and item.get("kind") in _RECORDED]
    return {"content": items, "content_file_digests": sorted({file_digest(item) for item in files})}


def _returned_item(block: Json, kept: list[tuple[Any, Any]]) -> Any:
    """The stored item of a block that is still there, else one made of the block."""
    for at, (former, item) in enumerate(kept):
        if unmarked(block) == (unmarked(former) if isinstance(former, dict) else former):
            del kept[at]
            return item
    item = prompt_item_of(block)
    if isinstance(item, dict) and item["kind"] == "image-url":
        raise SendableError("cannot be written back: an image by URL in a changed result, whose type is not known")
    return item
