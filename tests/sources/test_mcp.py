import base64
import contextlib
import json
from typing import Any

import pytest
from hypothesis import given

from sendable import Target
from sendable.conversation import Conversation, Document, Image, Plain, Text, ToolCall, ToolResult, dumps, loads
from sendable.errors import UnreadableError, UsageError
from sendable.prepare import prepare
from sendable.sources.load import format_of, load
from sendable.sources.mcp import tool_result_parts
from tests.sources.damage import damaged

Json = dict[str, Any]

TARGET = Target(model="claude-sonnet-4-5")
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="


def call(number: int, name: str = "look", **arguments: Any) -> Json:
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": name, "arguments": arguments}}


def answer(number: int, *blocks: Json, **fields: Any) -> Json:
    return {"jsonrpc": "2.0", "id": number, "result": {"content": list(blocks), **fields}}


def text(said: str) -> Json:
    return {"type": "text", "text": said}


def outline(conversation: Conversation) -> list[str]:
    told = []
    for message in conversation.messages:
        held = [part.id if isinstance(part, ToolCall) else getattr(part, "call_id", "?") for part in message.parts]
        told.append(f"{message.role}: {' '.join(held)}")
    return told


SESSION = [
    {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}},
    {"jsonrpc": "2.0", "id": 0, "result": {"serverInfo": {"name": "s"}}},
    call(1, city="Oslo"),
    answer(1, text("rain"), {"type": "image", "data": PNG, "mimeType": "image/png"}, isError=False),
    {"jsonrpc": "2.0", "method": "notifications/progress", "params": {}},
    call(2),
    call(3),
    answer(3, text("three")),
    {"jsonrpc": "2.0", "id": 2, "error": {"code": -32602, "message": "Unknown tool"}},
]


def test_session_becomes_calls_and_results() -> None:
    held = load(SESSION)
    assert outline(held) == ["assistant: 1", "tool: 1", "assistant: 2 3", "tool: 3", "tool: 2"]
    assert held.messages[0].parts[0] == ToolCall(id="1", name="look", arguments={"city": "Oslo"})
    assert held.messages[4].parts == [
        ToolResult(call_id="2", parts=[Text(text="Unknown tool")], bare=True, is_error=True)
    ]
    assert held.lost == []


def test_late_result_stands_in_the_turn_of_its_call() -> None:
    held = load([call(1), call(2), answer(1), call(3), answer(2), answer(3)])
    assert outline(held) == ["assistant: 1 2", "tool: 1", "tool: 2", "assistant: 3", "tool: 3"]


def test_lines_of_a_log_are_read_and_damaged_ones_told() -> None:
    lines = "\n".join([*map(json.dumps, SESSION), '{"jsonrpc": "2.0", "id'])
    held = load(lines)
    assert len(held.messages) == 5
    assert [one.path for one in held.lost] == [f"line {len(SESSION) + 1}"]


def test_result_alone_is_named_by_its_place() -> None:
    held = load({"content": [text("a")], "isError": True})
    assert held.messages[0].parts == [ToolResult(call_id="call_0", parts=[Text(text="a")], is_error=True)]
    assert outline(load([{"content": []}, {"content": []}])) == ["tool: call_0", "tool: call_1"]


def test_result_with_the_id_of_its_call_beside_it() -> None:
    held = load([{"call_id": "toolu_1", "result": {"content": [text("a")]}}])
    assert outline(held) == ["tool: toolu_1"]


def test_format_is_found_out() -> None:
    assert format_of(SESSION) == "mcp"
    assert format_of(json.dumps({"content": [text("a")], "isError": False})) == "mcp"
    assert format_of([{"content": [text("a")]}]) == "mcp"
    assert format_of({"role": "user", "content": [text("a")]}) != "mcp"
    assert format_of([{"role": "user", "content": [text("a")]}]) == "anthropic"


def test_session_is_sendable_after_repair() -> None:
    done = prepare(SESSION, TARGET)
    assert done.remaining == []
    blocks = [block for message in done.request["messages"] for block in message["content"] if isinstance(block, dict)]
    results = {block["tool_use_id"]: block for block in blocks if block["type"] == "tool_result"}
    assert [block["type"] for block in results["1"]["content"]] == ["text", "image"]
    assert results["2"]["is_error"] is True


@pytest.mark.parametrize("value", [{}, [], 3, [3], {"messages": []}, [{"role": "user"}], "x"])
def test_what_is_nothing_of_mcp_is_unreadable(value: Any) -> None:
    with pytest.raises(UnreadableError):
        load(value, "mcp")


def test_choice_for_audio_is_one_of_two() -> None:
    with pytest.raises(UsageError):
        load({"content": []}, "mcp", audio="drop")


def test_what_was_loaded_is_stored_and_read_again() -> None:
    assert loads(dumps(load(SESSION))) == load(SESSION)


@given(damaged(SESSION))
def test_damage_is_unreadable_or_lost(value: Any) -> None:
    with contextlib.suppress(UnreadableError):
        load(value, "mcp")


# ---- with objects of the package itself


def result_of_the_package() -> Any:
    types = pytest.importorskip("mcp.types", reason="needs the package mcp")
    notes = types.TextResourceContents(uri="file:///notes.md", mimeType="text/markdown", text="# Notes")
    paper = types.BlobResourceContents(
        uri="file:///a.pdf", mimeType="application/pdf", blob=base64.b64encode(b"%PDF-").decode()
    )
    return types.CallToolResult(
        content=[
            types.TextContent(type="text", text='{"temperature": 3}'),
            types.ImageContent(type="image", data=PNG, mimeType="image/png"),
            types.EmbeddedResource(type="resource", resource=notes),
            types.EmbeddedResource(type="resource", resource=paper),
            types.ResourceLink(type="resource_link", uri="https://example.org/a", name="a"),
        ],
        structuredContent={"temperature": 3},
        isError=False,
    )


def test_object_of_the_package_gives_parts() -> None:
    parts, is_error, lost = tool_result_parts(result_of_the_package())
    assert (is_error, lost) == (False, [])
    assert [type(part).__name__ for part in parts] == ["Text", "Image", "Document", "Document", "Text"]
    assert isinstance(parts[1], Image)
    assert parts[2] == Document(source=Plain(text="# Notes"), name="file:///notes.md")
    assert isinstance(parts[3], Document)
    assert parts[3].name == "file:///a.pdf"


def test_object_and_its_stored_forms_give_the_same() -> None:
    live = result_of_the_package()
    stored = live.model_dump_json(by_alias=True)
    assert format_of(live) == format_of([live]) == format_of(stored) == "mcp"
    assert load(live) == load(stored) == load(live.model_dump(mode="json", by_alias=True))
    assert load(live.model_dump(mode="json")) == load(live)
    assert load([{"call_id": "a", "result": live}]) == load([{"call_id": "a", "result": json.loads(stored)}])


def test_answer_of_a_server_is_loaded() -> None:
    types = pytest.importorskip("mcp.types", reason="needs the package mcp")
    if not hasattr(types, "JSONRPCResponse"):
        pytest.skip("this release of mcp has no JSONRPCResponse")
    live = result_of_the_package()
    payload = live.model_dump(mode="json", by_alias=True, exclude_none=True)
    response = types.JSONRPCResponse(jsonrpc="2.0", id=1, result=payload)
    held = load([call(1), response.model_dump(mode="json", by_alias=True)])
    assert outline(held) == ["assistant: 1", "tool: 1"]
    assert prepare(held, TARGET).remaining == []
