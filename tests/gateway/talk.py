"""Requests to talk about: sound ones, broken ones, and what the API answers to them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from sendable.emulator.server import serving
from sendable.gateway.server import Server
from tests.gateway.raw import gateway

KEY = "any-key"
HEADERS = {"x-api-key": KEY, "anthropic-version": "2023-06-01"}
MODEL = "claude-opus-4-8"
TOOL = {"name": "weather", "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}}}


def request(*messages: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"model": MODEL, "max_tokens": 100, "messages": list(messages), **fields}


def user(content: Any) -> dict[str, Any]:
    return {"role": "user", "content": content}


def assistant(content: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": content}


def call(id: str = "toolu_1") -> dict[str, Any]:
    return {"type": "tool_use", "id": id, "name": "weather", "input": {"city": "Oslo"}}


SOUND = request(user("Hi"))
BROKEN = request(user("Weather?"), assistant([call()]), user("Never mind. And in Bergen?"), tools=[TOOL])
MAPPED = request(
    user("Weather?"),
    assistant([{**call("call|1:a"), "name": "geo.weather"}]),
    user(
        [{"type": "tool_result", "tool_use_id": "call|1:a", "content": "Sunny"}, {"type": "text", "text": "And now?"}]
    ),
    tools=[{**TOOL, "name": "geo.weather"}],
)
HOPELESS = request(user("Hi"), max_tokens="many")


def encoded(body: dict[str, Any]) -> bytes:
    return msgspec.json.encode(body)


def posted(body: bytes, path: bytes = b"/v1/messages", headers: bytes = b"", last: bool = True) -> bytes:
    """The bytes of a request."""
    ending = b"Connection: close\r\n" if last else b""
    own = b"POST %s HTTP/1.1\r\nHost: me\r\nX-Api-Key: k\r\nContent-Type: application/json\r\n" % path
    return own + headers + b"Content-Length: %d\r\n" % len(body) + ending + b"\r\n" + body


def answered(body: bytes, status: bytes = b"200 OK", headers: bytes = b"") -> bytes:
    """The bytes of an answer."""
    return b"HTTP/1.1 %s\r\n%sContent-Length: %d\r\n\r\n" % (status, headers, len(body)) + body


def refused(message: str, type: str = "invalid_request_error") -> bytes:
    return encoded({"type": "error", "error": {"type": type, "message": message}, "request_id": "req_1"})


def message(*content: dict[str, Any]) -> bytes:
    usage = {"input_tokens": 1, "output_tokens": 1}
    return encoded(
        {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": MODEL,
            "content": list(content),
            "stop_reason": "end_turn",
            "stop_sequence": None,
            "usage": usage,
        }
    )


def parts(answer: bytes) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of an answer."""
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    return int(first.split()[1]), headers, body


@contextmanager
def emulated(
    script: Any = None, emulator: dict[str, Any] | None = None, **options: Any
) -> Iterator[tuple[Server, Any]]:
    """A gateway in front of an emulator."""
    with serving(script, **(emulator or {})) as behind, gateway(behind.base_url, **options) as server:
        yield server, behind.emulator
