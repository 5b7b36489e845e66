from typing import Any

import pytest

from sendable.conversation import (
    Audio,
    Base64,
    Document,
    File,
    Image,
    Lost,
    NativeCall,
    NativeResult,
    Part,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Url,
    Video,
)
from sendable.sources.otel_parts import Spot, part_of


def made(part: Any, provider: str | None = None) -> tuple[Part | None, list[Lost]]:
    lost: list[Lost] = []
    return part_of(part, Spot(1, 2, provider, lost)), lost


PICTURE = Image(source=Base64(data="+/8=", media_type="image/png"))
KEPT: list[tuple[dict[str, Any], Part]] = [
    ({"type": "text", "content": "x"}, Text(text="x")),
    ({"type": "reasoning", "content": "x"}, Thinking(text="x", provider="openai")),
    ({"type": "thinking", "content": "x"}, Thinking(text="x", provider="openai")),
    (
        {"type": "tool_call", "id": "1", "name": "a", "arguments": '{"x": 1}'},
        ToolCall(id="1", name="a", arguments={"x": 1}),
    ),
    ({"type": "tool_call", "id": "1", "name": "a", "arguments": '{"x'}, ToolCall(id="1", name="a", arguments='{"x')),
    ({"type": "tool_call", "id": None, "name": "a"}, ToolCall(id="call_1_2", name="a")),
    ({"type": "blob", "modality": "image", "mime_type": "image/png", "content": "-_8="}, PICTURE),
    ({"type": "binary", "media_type": "image/png", "content": "-_8="}, PICTURE),
    (
        {"type": "blob", "modality": "audio", "content": "eA=="},
        Audio(source=Base64(data="eA==", media_type="application/octet-stream")),
    ),
    ({"type": "uri", "modality": "video", "uri": "https://a.example/x"}, Video(source=Url(url="https://a.example/x"))),
    (
        {"type": "uri", "uri": "data:image/png;base64,+/8="},
        Document(source=Base64(data="+/8=", media_type="image/png")),
    ),
    ({"type": "image-url", "url": "https://a.example/x"}, Image(source=Url(url="https://a.example/x"))),
    ({"type": "document-url", "url": "https://a.example/x"}, Document(source=Url(url="https://a.example/x"))),
    ({"type": "file", "modality": "image", "file_id": "f"}, Image(source=File(file_id="f", provider="openai"))),
    (
        {"type": "tool_call", "id": "ws_1", "name": "web_search", "arguments": {"q": "x"}, "builtin": True},
        NativeCall(provider="openai", id="ws_1", tool="web_search", arguments={"q": "x"}),
    ),
    (
        {"type": "tool_call_response", "id": "ws_1", "name": "web_search", "result": [1], "builtin": True},
        NativeResult(provider="openai", call_id="ws_1", tool="web_search", content=[1]),
    ),
    (
        {
            "type": "server_tool_call",
            "id": "ci_1",
            "name": "code_interpreter",
            "server_tool_call": {"type": "code_interpreter", "code": "1"},
        },
        NativeCall(provider="openai", id="ci_1", tool="code_interpreter", arguments={"code": "1"}),
    ),
    (
        {
            "type": "server_tool_call_response",
            "id": "ci_1",
            "server_tool_call_response": {"type": "code_interpreter", "output": "1"},
        },
        NativeResult(provider="openai", call_id="ci_1", tool="code_interpreter", content="1"),
    ),
]


@pytest.mark.parametrize(("part", "expected"), KEPT)
def test_parts_become_parts(part: dict[str, Any], expected: Part) -> None:
    assert made(part, "openai") == (expected, [])


def test_anthropics_native_calls_are_its_blocks() -> None:
    call, _ = made(
        {"type": "tool_call", "id": "srvtoolu_1", "name": "web_search", "arguments": {"query": "x"}, "builtin": True}
    )
    assert isinstance(call, NativeCall)
    assert call.block == {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "x"}}


RESULTS: list[tuple[Any, list[Part], bool]] = [
    ("x", [Text(text="x")], True),
    ("", [], True),
    (None, [], True),
    ({"x": 1}, [Text(text='{"x":1}')], True),
    (3, [Text(text="3")], True),
    ([{"type": "text", "content": "x"}], [Text(text="x")], False),
    (
        [{"type": "text", "content": "x"}, {"type": "blob", "mime_type": "image/png", "content": "+/8="}],
        [Text(text="x"), PICTURE],
        False,
    ),
    ({"kind": "binary", "data": "-_8=", "media_type": "image/png"}, [PICTURE], False),
    (["x", {"kind": "binary", "data": "-_8=", "media_type": "image/png"}], [Text(text="x"), PICTURE], False),
]


@pytest.mark.parametrize("field", ["response", "result"])
@pytest.mark.parametrize(("value", "parts", "bare"), RESULTS)
def test_what_a_tool_returned_is_a_result(field: str, value: Any, parts: list[Part], bare: bool) -> None:
    result = ToolResult(call_id="1", parts=parts, bare=bare)
    assert made({"type": "tool_call_response", "id": "1", field: value}) == (result, [])


def test_what_was_not_recorded_is_lost() -> None:
    missing = [Lost("1.parts.2", "content that was not recorded")]
    for kind in ("text", "reasoning", "tool_call", "blob", "uri", "file"):
        assert made({"type": kind}) == (None, missing)
    result, lost = made({"type": "tool_call_response", "id": "1"})
    assert result == ToolResult(call_id="1", parts=[], bare=True)
    assert lost == [Lost("1.parts.2", "a result that was not recorded")]


def test_what_was_not_sent_goes_without_a_word() -> None:
    assert made({"type": "text", "content": "x", "visible": False}) == (None, [])


@pytest.mark.parametrize("part", [3, None, {}, {"type": 3}, {"type": "brand_new"}])
def test_unknown_kinds_are_told(part: Any) -> None:
    assert made(part) == (None, [Lost("1.parts.2", "a part of a kind that is not known here")])


def test_the_system_prompt_has_a_path_of_its_own() -> None:
    lost: list[Lost] = []
    assert part_of(3, Spot(-1, 0, None, lost)) is None
    assert lost[0].path == "system.0"
