"""The histories that the benchmarks run on, made without randomness."""

import base64
import json
import struct
import zlib
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]

TOOLS: list[Json] = [
    {
        "name": "search",
        "description": "Search the web for pages about a topic.",
        "input_schema": {
            "type": "object",
            "properties": {"query": {"type": "string", "description": "what to look for"}, "page": {"type": "integer"}},
            "required": ["query"],
        },
    },
    {
        "name": "get_weather",
        "description": "The weather of a city.",
        "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    },
]


def history(messages: int) -> Json:
    """User text of 200 characters, assistant text and a call, a result of 500 characters, over and over."""
    held: list[Json] = []
    for at in range(messages // 3):
        call = f"toolu_{at:08d}"
        use = {"type": "tool_use", "id": call, "name": "search", "input": {"query": "weather in Oslo", "page": at}}
        held.append({"role": "user", "content": f"{at:06d} " + "What about it? " * 12 + "Thank you now"})
        held.append({"role": "assistant", "content": [{"type": "text", "text": "I will look it up. " * 5}, use]})
        result = {"type": "tool_result", "tool_use_id": call, "content": "A line of the page. " * 25}
        held.append({"role": "user", "content": [result]})
    return {"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": held}


def dropped_calls(calls: int) -> Json:
    """Turns whose native call never returned, each with a cache breakpoint."""
    held: list[Json] = [{"role": "user", "content": [{"type": "text", "text": "Find it."}]}]
    for at in range(calls):
        held.append(
            {"role": "assistant", "content": [_lost(at), {"type": "text", "text": "I could not find it. " * 5}]}
        )
        held.append({"role": "user", "content": [{"type": "text", "text": "And now? " * 20}]})
    return {"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": held}


def _lost(at: int) -> Json:
    call = {"type": "server_tool_use", "id": f"srvtoolu_{at:06d}", "name": "web_search", "input": {"query": "x"}}
    return {**call, "cache_control": {"type": "ephemeral"}}


def images(count: int, size: int) -> Json:
    """Results that hold PNG images of about `size` bytes of base64 each."""
    held: list[Json] = [{"role": "user", "content": "Show me."}]
    for at in range(count):
        call = f"toolu_{at:04d}"
        use = {"type": "tool_use", "id": call, "name": "shot", "input": {}}
        source = {"type": "base64", "media_type": "image/png", "data": png(size, at)}
        result = {"type": "tool_result", "tool_use_id": call, "content": [{"type": "image", "source": source}]}
        held += [{"role": "assistant", "content": [use]}, {"role": "user", "content": [result]}]
    return {"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": held}


def png(size: int, seed: int) -> str:
    """A PNG of 1000 by 700 pixels, padded by a private chunk of noise to about `size` bytes of base64."""
    noise = bytearray()
    state = seed + 1
    while len(noise) < size * 3 // 4:
        state = (state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        noise += state.to_bytes(8, "big") * 64
    header = struct.pack(">IIBBBBB", 1000, 700, 1, 0, 0, 0, 0)
    pixels = zlib.compress((b"\0" + b"\0" * 125) * 700)
    chunks = (_chunk(b"IHDR", header), _chunk(b"noIs", bytes(noise)), _chunk(b"IDAT", pixels), _chunk(b"IEND", b""))
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"".join(chunks)).decode()


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def small_requests(count: int, *, tools: bool = False) -> list[bytes]:
    """Request lines of about 1.3 kB, as a log holds them; with two tools, which repeat from line to line, or none."""
    lines = []
    for at in range(count):
        request = history(3)
        request["messages"][0]["content"] = f"{at:08d} " + "What is it? " * (3 if tools else 20)
        request["system"] = "You are a helpful assistant. " * (1 if tools else 6)
        if tools:
            request["tools"] = TOOLS
        lines.append(json.dumps(request, separators=(",", ":")).encode())
    return lines


def _calls(ids: list[str]) -> Json:
    held = [{"type": "tool_use", "id": name, "name": "search", "input": {}} for name in ids]
    return _asked([{"role": "user", "content": "a"}, {"role": "assistant", "content": held}, _USER])


def _results(ids: list[str]) -> Json:
    held = [{"type": "tool_result", "tool_use_id": name, "content": "x"} for name in ids]
    return _asked([{"role": "user", "content": held}])


def _asked(messages: list[Json], **fields: Any) -> Json:
    return {"model": "claude-opus-4-8", "max_tokens": 1024, "messages": messages, **fields}


_USER: Json = {"role": "user", "content": "b"}

FAULTS: dict[str, Callable[[int], Json]] = {
    "orphans": lambda n: _results([f"t{at}" for at in range(n)]),
    "orphans of one id": lambda n: _results(["t"] * n),
    "foreign ids": lambda n: _calls([f"t|{at}" for at in range(n)]),
    "calls of one id": lambda n: _calls(["t"] * n),
    "tools of one name": lambda n: _asked([_USER], tools=[{"name": "t", "input_schema": {"type": "object"}}] * n),
}
"""Requests with much of one fault."""
