"""The assistant message of a response, in whatever form the response came."""

import json
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from sendable.wire.read import plain_value
from sendable.wire.sse import EventParser

Json = dict[str, Any]


def answer_of(response: object) -> Json | None:
    """The message that a response adds to the conversation; None where it adds none.

    Args:
        response: a Message body (dict or SDK object), its JSON as bytes or str, an assistant message that a later
            request replays, the events of a stream (dicts or SDK objects), or the bytes of an SSE stream.
    """
    if response is None:
        return None
    if isinstance(response, str):
        response = response.encode("utf-8", "surrogatepass")
    if isinstance(response, bytes):
        response = _decoded(response)
    if isinstance(response, Iterable) and not isinstance(response, dict) and not hasattr(response, "model_dump"):
        return _assembled(response)
    value = plain_value(response)
    if not isinstance(value, dict) or not isinstance(value.get("content"), str | list):
        return None
    return {"role": "assistant", "content": value["content"]}


def _decoded(data: bytes) -> object:
    if data.lstrip().startswith((b"event:", b"data:", b":")):
        parser = EventParser()
        return [event.data for event in (*parser.feed(data), *parser.finish())]
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass
    try:  # a lone surrogate, or a number that is none
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _assembled(events: Iterable[object]) -> Json | None:
    """The content blocks that the events of a stream build up."""
    blocks: dict[int, Json] = {}
    texts: dict[int, str] = {}
    for event in events:
        value = plain_value(event)
        value = _loaded(value) if isinstance(value, str) else value
        if not isinstance(value, dict) or not isinstance(at := value.get("index"), int):
            continue
        if value.get("type") == "content_block_start" and isinstance(value.get("content_block"), dict):
            blocks[at] = dict(value["content_block"])
        elif value.get("type") == "content_block_delta" and at in blocks and isinstance(value.get("delta"), dict):
            _apply(blocks[at], value["delta"], texts, at)
    for at, text in texts.items():
        blocks[at]["input"] = _loaded(text) if text else {}
    return {"role": "assistant", "content": [blocks[at] for at in sorted(blocks)]} if blocks else None


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _apply(block: Json, delta: Json, texts: dict[int, str], at: int) -> None:
    kind = delta.get("type")
    if kind == "input_json_delta":
        texts[at] = texts.get(at, "") + str(delta.get("partial_json", ""))
    elif kind == "citations_delta":
        block["citations"] = [*(block.get("citations") or []), delta.get("citation")]
    elif kind in _JOINED:
        field, join = _JOINED[kind]
        block[field] = join(str(block.get(field) or ""), str(delta.get(field, "")))


def _append(held: str, more: str) -> str:
    return held + more


def _replace(_held: str, more: str) -> str:
    return more


_JOINED: dict[object, tuple[str, Callable[[str, str], str]]] = {
    "text_delta": ("text", _append),
    "thinking_delta": ("thinking", _append),
    "signature_delta": ("signature", _replace),
    "compaction_delta": ("content", _append),
}
