"""A client and its API around a relay, in one process and without a network."""

import json
from base64 import b64encode
from typing import Any

import msgspec

from sendable.relay import Passage, Relay, Where
from sendable.wire.aws_events import MEDIA_TYPE, message
from sendable.wire.build import assistant, request, text, thinking, tool, tool_result, tool_use, user
from sendable.wire.sse import framed

Json = dict[str, Any]

MESSAGES = Where("api", "messages")
MODEL = "claude-opus-5-5"
PLAIN = {"content-type": "application/json"}
STREAM = {"content-type": "text/event-stream; charset=utf-8"}
FRAMES = {"content-type": MEDIA_TYPE}

CLEAN = request(user("Hi"), model=MODEL)
ORPHAN = request(
    user("Find it."),
    assistant(tool_use()),
    user("Never mind."),
    model=MODEL,
    tools=[tool()],
)
"""A call that nothing answers."""

LOST = request(user(""), model=MODEL)
"""What no repair mends: nothing is asked."""

NAMED = request(
    user("Find it."),
    assistant(tool_use("call|1", "fs.read")),
    user(tool_result("call|1")),
    model=MODEL,
    tools=[tool("fs.read")],
)
"""Ids and names that are mapped."""


def packed(value: Json) -> bytes:
    return json.dumps(value).encode()


def go(relay: Relay, value: Json, where: Where = MESSAGES, **headers: str) -> Passage:
    """Hand a request to a relay; `_` in the name of a header stands for `-`."""
    return relay.passage(packed(value), {name.replace("_", "-"): held for name, held in headers.items()}, where)


def answer(*blocks: Json, **fields: Any) -> Json:
    """A message as the API answers it."""
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": MODEL,
        "content": list(blocks) or [text("Yes.")],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
        **fields,
    }


def events(told: Json) -> list[Json]:
    """The events of a message, each block of it in one delta."""
    made: list[Json] = [{"type": "message_start", "message": {**told, "content": [], "stop_reason": None}}]
    for at, block in enumerate(told["content"]):
        begun, deltas = _begun(block)
        made.append({"type": "content_block_start", "index": at, "content_block": begun})
        made += [{"type": "content_block_delta", "index": at, "delta": delta} for delta in deltas]
        made.append({"type": "content_block_stop", "index": at})
    ended = {"stop_reason": told["stop_reason"], "stop_sequence": None}
    made.append({"type": "message_delta", "delta": ended, "usage": {"output_tokens": 1}})
    return [*made, {"type": "message_stop"}]


def _begun(block: Json) -> tuple[Json, list[Json]]:
    if block["type"] == "text":
        return {**block, "text": ""}, [{"type": "text_delta", "text": block["text"]}]
    if block["type"] == "thinking":
        deltas = [
            {"type": "thinking_delta", "thinking": block["thinking"]},
            {"type": "signature_delta", "signature": block["signature"]},
        ]
        return {**block, "thinking": "", "signature": ""}, deltas
    if block["type"] == "tool_use":
        return {**block, "input": {}}, [{"type": "input_json_delta", "partial_json": json.dumps(block["input"])}]
    return block, []


def as_stream(told: Json) -> bytes:
    return b"".join(framed(event["type"], json.dumps(event)) for event in events(told))


def as_frames(told: Json) -> bytes:
    return b"".join(
        message("chunk", msgspec.json.encode({"bytes": b64encode(json.dumps(event).encode()).decode(), "p": "ab"}))
        for event in events(told)
    )


def back(passage: Passage, data: bytes, headers: dict[str, str], size: int = 1000, status: int = 200) -> bytes:
    """What a client gets of an answer that comes in pieces of a size."""
    way = passage.answer(status, headers)
    got = b"".join(way.feed(data[at : at + size]) for at in range(0, len(data), size)) + way.finish()
    way.settle()
    return got


def accept(passage: Passage, *blocks: Json) -> Json:
    """Let the API answer a passage, and hand back what the client hears."""
    assert passage.refusal is None
    told: Json = json.loads(back(passage, packed(answer(*blocks)), PLAIN))
    return told


def refused(kind: str, text_: str) -> bytes:
    return packed({"type": "error", "error": {"type": kind, "message": text_}, "request_id": "req_1"})


BOUND = (
    "messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation. "
    'Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".'
)


def thinks(name: str) -> Json:
    return thinking("", f"EqQBCgIYAhIM0000000{name}")


def in_thought(*names: str, **fields: Any) -> Json:
    """A conversation whose answers each begin with thinking."""
    messages = [user("a")]
    for name in names:
        messages += [assistant(thinks(name), text(name)), user(f"behind {name}")]
    return request(*messages, **{"model": MODEL, "max_tokens": 4096, "thinking": {"type": "adaptive"}, **fields})
