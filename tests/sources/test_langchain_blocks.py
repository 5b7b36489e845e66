from typing import Any

import pytest

from sendable.conversation import (
    CachePoint,
    Document,
    Image,
    Lost,
    NativeCall,
    Part,
    Plain,
    RedactedThinking,
    SearchResult,
    Text,
    Thinking,
    ToolCall,
    ToolReference,
    ToolResult,
    Url,
    Verbatim,
)
from sendable.sources.langchain_blocks import Spot, content_parts
from sendable.sources.langchain_calls import Calls, Speaker

CLAUDE = Speaker("anthropic", "claude-x")
NOBODY = Speaker(None, None)
GPT = Speaker("openai", "gpt-5")
MARK = {"cache_control": {"type": "ephemeral", "ttl": "1h"}}
PICTURE = Image(source=Url(url="https://a.example/x.png"))


def parts_of(content: Any, speaker: Speaker = CLAUDE, *, in_result: bool = False) -> tuple[list[Part], list[Lost]]:
    lost: list[Lost] = []
    return content_parts(content, Spot("0.content", lost, speaker, Calls(None, None, 0), in_result=in_result)), lost


KEPT: dict[str, tuple[Any, list[Part]]] = {
    "a string": ("Hi", [Text(text="Hi")]),
    "nothing": (None, []),
    "strings": (["Hi", "there"], [Text(text="Hi"), Text(text="there")]),
    "marked text": ([{"type": "text", "text": "Hi", **MARK}], [Text(text="Hi"), CachePoint(ttl="1h")]),
    "marked in extras": (
        [{"type": "text-plain", "text": "Hi", "extras": MARK}],
        [Document(source=Plain(text="Hi")), CachePoint(ttl="1h")],
    ),
    "new fields of text": (
        [{"type": "text", "text": "Hi", "index": 0, "id": "lc_1", "new": 1}],
        [Text(text="Hi", extra={"new": 1})],
    ),
    "Anthropic's image": ([{"type": "image", "source": {"type": "url", "url": "https://a.example/x.png"}}], [PICTURE]),
    "OpenAI's image": ([{"type": "image_url", "image_url": {"url": "https://a.example/x.png"}}], [PICTURE]),
    "OpenAI's image as a string": ([{"type": "image_url", "image_url": "https://a.example/x.png"}], [PICTURE]),
    "v1 image": ([{"type": "image", "url": "https://a.example/x.png", **MARK}], [PICTURE, CachePoint(ttl="1h")]),
    "tool use": (
        [{"type": "tool_use", "id": "1", "name": "a", "input": {"x": 1}, "toolset_name": "t", "index": 1}],
        [ToolCall(id="1", name="a", arguments={"x": 1}, extra={"toolset_name": "t"})],
    ),
    "streamed tool use": (
        [{"type": "tool_use", "id": "1", "name": "a", "input": {}, "partial_json": '{"x": 1}'}],
        [ToolCall(id="1", name="a", arguments={"x": 1})],
    ),
    "v1 call": (
        [{"type": "tool_call", "id": "1", "name": "a", "args": {}, "extras": {"caller": {"type": "direct"}, "y": 1}}],
        [ToolCall(id="1", name="a", extra={"caller": {"type": "direct"}})],
    ),
    "chunk of a call": (
        [{"type": "tool_call_chunk", "id": "1", "name": "a", "args": '{"x": '}],
        [ToolCall(id="1", name="a", arguments='{"x": ')],
    ),
    "invalid call": (
        [{"type": "invalid_tool_call", "id": "1", "name": "a", "args": "{", "error": "e"}],
        [ToolCall(id="1", name="a", arguments="{")],
    ),
    "function call": (
        [{"type": "function_call", "call_id": "1", "id": "fc_1", "name": "a", "arguments": "{}"}],
        [ToolCall(id="1", name="a")],
    ),
    "result": (
        [
            {
                "type": "tool_result",
                "tool_use_id": "1",
                "content": [{"type": "text", "text": "x", **MARK}],
                "is_error": True,
            }
        ],
        [ToolResult(call_id="1", parts=[Text(text="x")], is_error=True), CachePoint(ttl="1h")],
    ),
    "result of a search": (
        [{"type": "tool_result", "tool_use_id": "1", "content": [{"type": "tool_reference", "tool_name": "a"}]}],
        [ToolResult(call_id="1", parts=[ToolReference(name="a")])],
    ),
    "result without content": ([{"type": "tool_result", "tool_use_id": "1"}], [ToolResult(call_id="1")]),
    "thinking": (
        [{"type": "thinking", "thinking": "Hm.", "signature": "s", "index": 0}],
        [Thinking(text="Hm.", signature="s", model="claude-x")],
    ),
    "hidden thinking": (
        [{"type": "thinking", "thinking": "", "signature": "s"}],
        [Thinking(text="", signature="s", model="claude-x")],
    ),
    "v1 reasoning": (
        [{"type": "reasoning", "reasoning": "Hm.", "extras": {"signature": "s"}}],
        [Thinking(text="Hm.", signature="s", model="claude-x")],
    ),
    "Converse's reasoning": (
        [{"type": "reasoning_content", "reasoning_content": {"text": "Hm.", "signature": "s"}}],
        [Thinking(text="Hm.", signature="s", model="claude-x")],
    ),
    "redacted thinking": (
        [{"type": "non_standard", "value": {"type": "redacted_thinking", "data": "x"}}],
        [RedactedThinking(data="x", model="claude-x")],
    ),
    "native call": (
        [{"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}, "index": 2}],
        [
            NativeCall(
                provider="anthropic",
                id="srvtoolu_1",
                tool="web_search",
                block={"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}},
            )
        ],
    ),
    "search result": (
        [{"type": "search_result", "source": "s", "title": "T", "content": [{"type": "text", "text": "x"}]}],
        [SearchResult(source="s", title="T", parts=[Text(text="x")])],
    ),
    "new block": (
        [{"type": "brand_new", "x": 1}],
        [Verbatim(provider="anthropic", block={"type": "brand_new", "x": 1})],
    ),
}


@pytest.mark.parametrize("name", KEPT)
def test_blocks_become_parts(name: str) -> None:
    content, expected = KEPT[name]
    assert parts_of(content) == (expected, [])


LOST = [
    3,
    [3],
    [{"type": "text"}],
    [{"type": "image"}],
    [{"type": "tool_use", "id": "1"}],
    [{"type": "tool_result"}],
    [{"type": "thinking"}],
    [{"type": "server_tool_call"}],
    [{"type": "non_standard"}],
    [{"type": "refusal", "refusal": "No."}],
    [{"type": "input_json_delta", "partial_json": "{"}],
    [{"x": 1}],
]


@pytest.mark.parametrize("content", LOST, ids=str)
def test_what_has_no_part_is_told(content: Any) -> None:
    parts, lost = parts_of(content)
    assert parts == []
    assert len(lost) == 1
    assert lost[0].path.startswith("0.content")


def test_reasoning_of_another_provider_keeps_its_name() -> None:
    summary = [{"type": "reasoning", "summary": [{"type": "summary_text", "text": "A"}, {"text": "B"}]}]
    assert parts_of(summary, GPT)[0] == [Thinking(text="A\n\nB", provider="openai", model="gpt-5")]
    assert parts_of([{"type": "reasoning", "reasoning": "Hm."}], NOBODY)[0] == [Thinking(text="Hm.", provider=None)]


def test_a_signature_is_anthropics_where_nobody_is_named() -> None:
    block = {"type": "thinking", "thinking": "Hm.", "signature": "s"}
    assert parts_of([block], NOBODY)[0] == [Thinking(text="Hm.", signature="s")]
    assert parts_of([block], GPT)[0] == [Thinking(text="Hm.", signature="s", provider="openai", model="gpt-5")]


def test_citations_of_another_provider_are_lost() -> None:
    cited = {"type": "text", "text": "x", "annotations": [{"type": "citation", "url": "https://a.example"}]}
    assert parts_of([cited], GPT) == ([Text(text="x")], [Lost("0.content.0", "citations of another provider")])


def test_blocks_of_another_provider_stay_its_own() -> None:
    block = {"type": "brand_new", "x": 1}
    assert parts_of([block], GPT) == ([Verbatim(provider="openai", block=block)], [])
    assert parts_of([block], NOBODY) == ([], [Lost("0.content.0", "a block of a kind that is not known here")])


def test_a_refusal_of_another_provider_is_text() -> None:
    assert parts_of([{"type": "refusal", "refusal": "No."}], GPT) == ([Text(text="No.")], [])


def test_a_tool_may_return_any_object() -> None:
    assert parts_of([{"temperature": 21}], NOBODY, in_result=True) == ([Text(text='{"temperature":21}')], [])


def test_a_compaction_goes_back_to_who_wrote_it() -> None:
    block = {"type": "compaction", "encrypted_content": "x"}
    assert parts_of([block], GPT) == ([Verbatim(provider="openai", block=block)], [])
    assert parts_of([block]) == ([Verbatim(provider="anthropic", block=block)], [])


def test_a_value_that_a_tool_returned_is_told_as_json() -> None:
    assert parts_of({"a": 1}, in_result=True) == ([Text(text='{"a":1}')], [])
    assert parts_of([42], in_result=True) == ([Text(text="42")], [])
    assert [one.what for one in parts_of(42)[1]] == ["a content that is neither text nor a list"]
