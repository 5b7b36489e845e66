from typing import Any

import pytest

from sendable.conversation import NativeCall, NativeResult, Thinking, ToolCall, Verbatim
from sendable.sources.langchain_calls import Speaker
from sendable.sources.langchain_native import citations_of, native_parts, native_v1

CLAUDE = Speaker("anthropic", "claude-sonnet-4-5")
NOBODY = Speaker(None, None)
GPT = Speaker("openai", "gpt-5")
SEARCHED = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "q"}}


def test_streaming_leaves_no_trace() -> None:
    streamed = {**SEARCHED, "input": {}, "index": 1, "partial_json": '{"query": "q"}'}
    (part,) = native_parts(streamed, None)
    assert isinstance(part, NativeCall)
    assert part.block == SEARCHED


def test_a_stream_that_broke_off_keeps_its_text() -> None:
    (part,) = native_parts({**SEARCHED, "input": {}, "partial_json": '{"qu'}, None)
    assert isinstance(part, NativeCall)
    assert part.arguments == '{"qu'


def test_fields_that_were_not_there_are_left_out() -> None:
    (part,) = native_parts({"type": "tool_use", "id": "1", "name": "a", "input": {}, "toolset_name": None}, None)
    assert part == ToolCall(id="1", name="a")
    block = {"type": "compaction", "content": None}
    assert native_parts(block, None) == [Verbatim(provider="anthropic", block=block)]


def test_thinking_knows_its_model() -> None:
    block = {"type": "thinking", "thinking": "Hm.", "signature": "s", "index": 0}
    assert native_parts(block, "claude-x") == [Thinking(text="Hm.", signature="s", model="claude-x")]


def test_a_result_trimmed_to_a_string_is_told() -> None:
    (part,) = native_parts({"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": "[cut]"}, None)
    assert isinstance(part, NativeResult)
    assert (part.content, part.block) == ("[cut]", {})
    (kept,) = native_parts({"type": "mcp_tool_result", "tool_use_id": "mcptoolu_1", "content": "text"}, None)
    assert isinstance(kept, NativeResult)
    assert kept.block["content"] == "text"


V1: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "search": (
        {"type": "server_tool_call", "name": "web_search", "args": {"query": "q"}, "id": "srvtoolu_1"},
        SEARCHED,
    ),
    "code": (
        {"type": "server_tool_call", "name": "code_interpreter", "args": {"code": "1"}, "id": "srvtoolu_1"},
        {"type": "server_tool_use", "id": "srvtoolu_1", "name": "code_execution", "input": {"code": "1"}},
    ),
    "call cut off": (
        {
            "type": "server_tool_call",
            "name": "web_search",
            "args": {},
            "id": "srvtoolu_1",
            "extras": {"partial_json": '{"query": "q"}'},
        },
        SEARCHED,
    ),
    "chunk": (
        {"type": "server_tool_call_chunk", "name": "web_search", "args": '{"query": "q"}', "id": "srvtoolu_1"},
        SEARCHED,
    ),
    "MCP": (
        {
            "type": "server_tool_call",
            "name": "remote_mcp",
            "args": {},
            "id": "mcptoolu_1",
            "extras": {"tool_name": "lookup", "server_name": "docs"},
        },
        {"type": "mcp_tool_use", "id": "mcptoolu_1", "name": "lookup", "input": {}, "server_name": "docs"},
    ),
    "result": (
        {
            "type": "server_tool_result",
            "tool_call_id": "srvtoolu_1",
            "status": "success",
            "output": [{"type": "web_search_result"}],
            "extras": {"block_type": "web_search_tool_result", "caller": {"type": "direct"}},
        },
        {
            "type": "web_search_tool_result",
            "tool_use_id": "srvtoolu_1",
            "content": [{"type": "web_search_result"}],
            "caller": {"type": "direct"},
        },
    ),
    "result that found nothing": (
        {
            "type": "server_tool_result",
            "tool_call_id": "srvtoolu_1",
            "status": "success",
            "extras": {"block_type": "web_search_tool_result"},
        },
        {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []},
    ),
    "MCP result": (
        {
            "type": "server_tool_result",
            "tool_call_id": "mcptoolu_1",
            "status": "error",
            "output": [],
            "extras": {"block_type": "mcp_tool_result"},
        },
        {"type": "mcp_tool_result", "tool_use_id": "mcptoolu_1", "content": [], "is_error": True},
    ),
}


@pytest.mark.parametrize("name", V1)
@pytest.mark.parametrize("speaker", [CLAUDE, NOBODY])
def test_v1_blocks_become_the_blocks_they_were(name: str, speaker: Speaker) -> None:
    block, own = V1[name]
    part = native_v1(block, speaker)
    assert isinstance(part, NativeCall | NativeResult)
    assert (part.provider, part.block) == ("anthropic", own)


@pytest.mark.parametrize("name", V1)
def test_another_providers_are_foreign(name: str) -> None:
    part = native_v1(V1[name][0], GPT)
    assert isinstance(part, NativeCall | NativeResult)
    assert (part.provider, part.block) == ("openai", {})


def test_one_without_an_id_is_none() -> None:
    assert native_v1({"type": "server_tool_call", "name": "web_search", "args": {}}, CLAUDE) is None


URL = {
    "type": "web_search_result_location",
    "cited_text": "c",
    "url": "https://a.example",
    "title": None,
    "encrypted_index": "e",
}
CITED = [
    URL,
    {
        "type": "char_location",
        "cited_text": "c",
        "document_title": "T",
        "document_index": 0,
        "start_char_index": 0,
        "end_char_index": 1,
    },
    {
        "type": "page_location",
        "cited_text": "c",
        "document_title": "T",
        "document_index": 0,
        "start_page_number": 1,
        "end_page_number": 2,
    },
    {
        "type": "content_block_location",
        "cited_text": "c",
        "document_title": "T",
        "document_index": 0,
        "start_block_index": 0,
        "end_block_index": 1,
    },
    {
        "type": "search_result_location",
        "cited_text": "c",
        "title": "T",
        "source": "s",
        "search_result_index": 0,
        "start_block_index": 0,
        "end_block_index": 1,
    },
]


@pytest.mark.parametrize("citation", CITED, ids=lambda one: str(one["type"]))
def test_annotations_of_the_library_become_citations_again(citation: dict[str, Any]) -> None:
    lc = pytest.importorskip("langchain_core.messages", reason="needs langchain-core")
    block = {"type": "text", "text": "x", "citations": [{**citation, "file_id": None}]}
    message = lc.AIMessage([block], response_metadata={"model_provider": "anthropic"})
    (annotated,) = message.content_blocks
    assert "annotations" in annotated
    known = [{name: value for name, value in one.items() if name != "file_id"} for one in citations_of(annotated)]
    assert citations_of(block) == known == [citation]


def test_annotations_that_are_no_citations_are_left_out() -> None:
    assert citations_of({"annotations": [{"type": "citation"}, 3, {"type": "non_standard_annotation"}]}) == []
    kept = {"type": "non_standard_annotation", "value": URL}
    assert citations_of({"annotations": [kept]}) == [URL]
