"""A message as the events of a stream, framed as the API frames them."""

from collections.abc import Iterator
from typing import Any

from sendable.emulator.exchange import encoded
from sendable.wire.blocks import Json

PIECE = 24
_INPUTS = frozenset({"tool_use", "server_tool_use", "mcp_tool_use"})
_START_USAGE = ("output_tokens_details", "server_tool_use")
_END_USAGE = (
    "input_tokens",
    "cache_creation_input_tokens",
    "cache_read_input_tokens",
    "output_tokens",
    "output_tokens_details",
    "server_tool_use",
)
PING = {"type": "ping"}


def framed(event: Json) -> bytes:
    """One event as bytes."""
    return b"event: %b\ndata: %b\n\n" % (event["type"].encode("ascii"), encoded(event))


def events_of(message: Json) -> Iterator[Json]:
    """The events that build a message up."""
    yield {"type": "message_start", "message": _begun(message)}
    for at, block in enumerate(message["content"]):
        yield {"type": "content_block_start", "index": at, "content_block": _opened(block)}
        if at == 0:
            yield PING
        for delta in _deltas(block):
            yield {"type": "content_block_delta", "index": at, "delta": delta}
        yield {"type": "content_block_stop", "index": at}
    if not message["content"]:
        yield PING
    yield _ended(message)
    yield {"type": "message_stop"}


def _begun(message: Json) -> Json:
    """The message before there is anything of it."""
    usage = {name: figure for name, figure in message["usage"].items() if name not in _START_USAGE}
    left_out = ("container", "context_management")
    begun = {name: value for name, value in message.items() if name not in left_out}
    empty: Json = {"content": [], "stop_reason": None, "stop_sequence": None, "stop_details": None}
    return begun | empty | {"usage": usage | {"output_tokens": 1}}


def _ended(message: Json) -> Json:
    delta = {
        name: message[name] for name in ("stop_reason", "stop_sequence", "stop_details", "container") if name in message
    }
    usage = {name: message["usage"][name] for name in _END_USAGE if name in message["usage"]}
    event: Json = {"type": "message_delta", "delta": delta, "usage": usage}
    if "context_management" in message:
        event["context_management"] = message["context_management"]
    return event


def _opened(block: Json) -> Json:
    """A block as it stands when it begins."""
    kind = block.get("type")
    if kind == "text":
        begun: Json = {"type": "text", "text": ""}
        return begun | {"citations": []} if block.get("citations") else begun
    if kind == "thinking":
        return {"type": "thinking", "thinking": "", "signature": ""}
    if kind in _INPUTS:
        return {**block, "input": {}}
    if kind == "compaction":
        return {**block, "content": None}
    return block


def _deltas(block: Json) -> Iterator[Json]:
    kind = block.get("type")
    if kind == "text":
        for citation in block.get("citations") or ():
            yield {"type": "citations_delta", "citation": citation}
        yield from ({"type": "text_delta", "text": piece} for piece in _pieces(str(block.get("text", ""))))
    elif kind == "thinking":
        yield from ({"type": "thinking_delta", "thinking": piece} for piece in _pieces(str(block["thinking"])))
        yield {"type": "signature_delta", "signature": block.get("signature", "")}
    elif kind in _INPUTS:
        yield {"type": "input_json_delta", "partial_json": ""}
        written = encoded(block["input"]).decode("utf-8") if block.get("input") else ""
        yield from ({"type": "input_json_delta", "partial_json": piece} for piece in _pieces(written))
    elif kind == "compaction":
        yield _compacted(block)


def _compacted(block: Json) -> Json:
    delta: Json = {"type": "compaction_delta", "content": block.get("content")}
    more: dict[str, Any] = {name: block[name] for name in ("encrypted_content",) if name in block}
    return delta | more


def _pieces(text: str) -> Iterator[str]:
    for at in range(0, len(text), PIECE):
        yield text[at : at + PIECE]
