from typing import Any

import pytest

from sendable.sources.ai_sdk_native import native_call, native_result

MCP = {"callProviderMetadata": {"anthropic": {"type": "mcp-tool-use", "serverName": "docs"}}}

CALLS: list[tuple[str, Any, dict[str, Any], dict[str, Any]]] = [
    ("web_search", {"query": "x"}, {}, {"type": "server_tool_use", "name": "web_search", "input": {"query": "x"}}),
    (
        "code_execution",
        {"type": "bash_code_execution", "command": "ls"},
        {},
        {"type": "server_tool_use", "name": "bash_code_execution", "input": {"command": "ls"}},
    ),
    (
        "code_execution",
        {"type": "programmatic-tool-call", "code": "1"},
        {},
        {"type": "server_tool_use", "name": "code_execution", "input": {"code": "1"}},
    ),
    (
        "lookup",
        {"page": 1},
        MCP,
        {"type": "mcp_tool_use", "name": "lookup", "server_name": "docs", "input": {"page": 1}},
    ),
]


@pytest.mark.parametrize(("name", "given", "part", "block"), CALLS)
def test_calls_become_the_blocks_they_were(name: str, given: Any, part: Any, block: Any) -> None:
    made = native_call("srvtoolu_1", name, given, part)
    assert made.provider == "anthropic"
    assert made.block == {"id": "srvtoolu_1", **block}


RAN = {"type": "code_execution_result", "stdout": "x", "stderr": "", "return_code": 0}
BASH = {"type": "bash_code_execution_result", "stdout": "x", "stderr": "", "return_code": 0, "content": []}
EDITED = {"type": "text_editor_code_execution_create_result", "is_file_update": False}
FETCHED = {
    "type": "web_fetch_result",
    "url": "https://a.example",
    "retrievedAt": "2026-01-01",
    "content": {
        "type": "document",
        "title": "T",
        "citations": {"enabled": True},
        "source": {"type": "text", "mediaType": "text/plain", "data": "x"},
    },
}
RESULTS: list[tuple[str, Any, str, Any]] = [
    ("code_execution", RAN, "code_execution_tool_result", {**RAN, "content": []}),
    ("code_execution", BASH, "bash_code_execution_tool_result", BASH),
    ("code_execution", EDITED, "text_editor_code_execution_tool_result", EDITED),
    (
        "web_fetch",
        FETCHED,
        "web_fetch_tool_result",
        {
            "type": "web_fetch_result",
            "url": "https://a.example",
            "content": {
                "type": "document",
                "source": {"type": "text", "media_type": "text/plain", "data": "x"},
                "title": "T",
                "citations": {"enabled": True},
            },
            "retrieved_at": "2026-01-01",
        },
    ),
    (
        "tool_search_tool_bm25",
        [{"type": "tool_reference", "toolName": "a"}],
        "tool_search_tool_result",
        {"type": "tool_search_tool_search_result", "tool_references": [{"type": "tool_reference", "tool_name": "a"}]},
    ),
]


@pytest.mark.parametrize(("name", "output", "kind", "content"), RESULTS)
def test_results_become_the_blocks_they_were(name: str, output: Any, kind: str, content: Any) -> None:
    made = native_result("srvtoolu_1", name, output, {}, is_error=False)
    assert made.block == {"type": kind, "tool_use_id": "srvtoolu_1", "content": content}


def test_results_of_mcp_keep_their_content() -> None:
    content = [{"type": "text", "text": "x"}]
    made = native_result("mcptoolu_1", "lookup", content, {}, is_error=True)
    assert made.block == {"type": "mcp_tool_result", "tool_use_id": "mcptoolu_1", "content": content, "is_error": True}


def test_errors_are_read_from_their_text() -> None:
    text = '{"type": "web_search_tool_result_error", "errorCode": "max_uses_exceeded"}'
    made = native_result("srvtoolu_1", "web_search", text, {}, is_error=True)
    content = {"type": "web_search_tool_result_error", "error_code": "max_uses_exceeded"}
    assert made.block == {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": content}


@pytest.mark.parametrize(
    ("name", "output", "is_error"),
    [
        ("web_search", "text", False),
        ("web_search", [3], False),
        ("web_fetch", {"content": 3}, False),
        ("code_execution", {}, False),
        ("tool_search_tool_regex", 3, False),
        ("own_tool", {}, False),
        ("web_search", "It broke", True),
        ("web_search", 3, True),
        ("web_search", "\ud83d", True),
    ],
)
def test_what_is_no_known_result_has_no_block(name: str, output: Any, is_error: bool) -> None:
    made = native_result("srvtoolu_1", name, output, {}, is_error=is_error)
    assert (made.provider, made.block, made.content) == ("anthropic", {}, output)


def test_calls_that_cannot_be_told_have_no_block() -> None:
    assert native_call("srvtoolu_1", "own_tool", {}, {}).block == {}
    assert native_call("srvtoolu_1", "web_search", "{", {}).block == {}
    assert native_call("mcptoolu_1", "lookup", {}, {}).block == {}


def test_another_providers_are_foreign() -> None:
    part: dict[str, Any] = {"providerMetadata": {"openai": {}}}
    assert native_call("ws_1", "web_search", {}, part).provider == "openai"
    assert native_result("ws_1", "web_search", [], {}, is_error=False).provider == "unknown"
