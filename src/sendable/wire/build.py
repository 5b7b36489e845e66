"""Small builders for requests, as rules, cases and tests write them."""

import base64
import struct
import zlib
from typing import Any

Json = dict[str, Any]

# A 1 by 1 pixel PNG, and a PDF of one empty page: the smallest media that the API takes.
PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)  # fmt: skip
PDF = (
    "JVBERi0xLjQKMSAwIG9iajw8L1R5cGUvQ2F0YWxvZy9QYWdlcyAyIDAgUj4+IGVuZG9iagoyIDAgb2JqPDwvVHlwZS9QYWdlcy9LaWRzWzMgMCBS"
    "XS9Db3VudCAxPj4gZW5kb2JqCjMgMCBvYmo8PC9UeXBlL1BhZ2UvUGFyZW50IDIgMCBSL01lZGlhQm94WzAgMCA3MiA3Ml0+PiBlbmRvYmoKeHJl"
    "ZgowIDQKMDAwMDAwMDAwMCA2NTUzNSBmIAowMDAwMDAwMDA5IDAwMDAwIG4gCjAwMDAwMDAwNTMgMDAwMDAgbiAKMDAwMDAwMDEwMyAwMDAwMCBu"
    "IAp0cmFpbGVyPDwvU2l6ZSA0L1Jvb3QgMSAwIFI+PgpzdGFydHhyZWYKMTY1CiUlRU9G"
)
SCHEMA: Json = {"type": "object", "properties": {}}


def request(*messages: Json, **fields: Any) -> Json:
    """A Messages body; `model` and `max_tokens` have defaults, a field given as None is left out."""
    body = {"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": list(messages)} | fields
    return {name: value for name, value in body.items() if value is not None}


def user(*content: str | Json, **fields: Any) -> Json:
    """A user message; one bare string stays a string."""
    return _message("user", content, fields)


def assistant(*content: str | Json, **fields: Any) -> Json:
    """An assistant message; one bare string stays a string."""
    return _message("assistant", content, fields)


def system(*content: str | Json, **fields: Any) -> Json:
    """A mid-conversation system message."""
    return _message("system", content, fields)


def _message(role: str, content: tuple[str | Json, ...], fields: Json) -> Json:
    if len(content) == 1 and isinstance(content[0], str):
        return {"role": role, "content": content[0], **fields}
    return {"role": role, "content": [text(part) if isinstance(part, str) else part for part in content], **fields}


def text(value: str, **fields: Any) -> Json:
    """A text block."""
    return {"type": "text", "text": value, **fields}


def tool_use(call: str = "toolu_1", name: str = "search", arguments: Any = None, **fields: Any) -> Json:
    """A client tool call."""
    return {"type": "tool_use", "id": call, "name": name, "input": {} if arguments is None else arguments, **fields}


def tool_result(call: str = "toolu_1", content: Any = "42", **fields: Any) -> Json:
    """The result of a client tool call; `content=None` leaves the field out."""
    held = {} if content is None else {"content": content}
    return {"type": "tool_result", "tool_use_id": call, **held, **fields}


def tool(name: str = "search", schema: Any = None, **fields: Any) -> Json:
    """A custom tool definition."""
    return {"name": name, "description": "Looks it up.", "input_schema": SCHEMA if schema is None else schema, **fields}


def native_call(name: str = "web_search", call: str = "srvtoolu_1", **fields: Any) -> Json:
    """A call of a tool that the provider runs."""
    return {"type": "server_tool_use", "id": call, "name": name, "input": {"query": "x"}, **fields}


def native_result(name: str = "web_search", call: str = "srvtoolu_1", content: Any = None, **fields: Any) -> Json:
    """The result of such a call; an empty list of hits unless given."""
    held = [] if content is None else content
    return {"type": f"{name}_tool_result", "tool_use_id": call, "content": held, **fields}


def mcp_call(call: str = "mcptoolu_1", name: str = "lookup", server: str = "docs") -> Json:
    """A call of an MCP tool that the provider runs."""
    return {"type": "mcp_tool_use", "id": call, "name": name, "server_name": server, "input": {}}


def mcp_result(call: str = "mcptoolu_1", content: Any = "42", **fields: Any) -> Json:
    """The result of such a call."""
    return {"type": "mcp_tool_result", "tool_use_id": call, "content": content, **fields}


def thinking(value: str = "Let me see.", signature: str = "EqQBCgIYAhIM", **fields: Any) -> Json:
    """A thinking block."""
    return {"type": "thinking", "thinking": value, "signature": signature, **fields}


def image(data: str = PNG, media_type: str = "image/png", **fields: Any) -> Json:
    """An image as base64."""
    return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}, **fields}


def png(width: int, height: int) -> str:
    """A PNG whose header tells this size and which holds no pixel, as base64: size is judged by the header."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(b"")), (b"IEND", b""))
    chunks = (struct.pack(">I", len(held)) + name + held + struct.pack(">I", zlib.crc32(name + held))
              for name, held in parts)  # fmt: skip
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"".join(chunks)).decode("ascii")


def pdf(pages: int) -> str:
    """A PDF of so many empty pages, as base64."""
    kids = " ".join(f"{page + 3} 0 R" for page in range(pages))
    tree = (
        f"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[{kids}]/Count {pages}>>endobj"
    )
    leaves = "".join(f" {page + 3} 0 obj<</Type/Page/Parent 2 0 R>>endobj" for page in range(pages))
    return base64.b64encode(f"{tree}{leaves} trailer<</Root 1 0 R>>\n%%EOF".encode("ascii")).decode("ascii")


def document(data: str = PDF, media_type: str = "application/pdf", **fields: Any) -> Json:
    """A PDF as base64."""
    return {"type": "document", "source": {"type": "base64", "media_type": media_type, "data": data}, **fields}


def cached(block: Json, ttl: str | None = None) -> Json:
    """The block with a cache breakpoint."""
    return {**block, "cache_control": {"type": "ephemeral"} | ({"ttl": ttl} if ttl else {})}
