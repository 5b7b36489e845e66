from typing import Any

import pytest

from sendable.sources.pydantic_ai_native import arguments_of, is_own, native_call, native_result

Json = dict[str, Any]
OWN = {"provider_name": "anthropic"}


def block_of_call(tool: str, args: Any = None, **fields: Any) -> Json:
    return native_call({"tool_name": tool, "args": args, **OWN, **fields}, "srvtoolu_1", {}).block


def block_of_result(tool: str, content: Any, **fields: Any) -> Json:
    return native_result({"tool_name": tool, "content": content, **OWN, **fields}, "srvtoolu_1", {}).block


@pytest.mark.parametrize(
    ("tool", "details", "name"),
    [
        ("web_search", {}, "web_search"),
        ("web_fetch", {}, "web_fetch"),
        ("advisor", {}, "advisor"),
        ("code_execution", {}, "code_execution"),
        ("code_execution", {"anthropic_tool_name": "text_editor_code_execution"}, "text_editor_code_execution"),
        ("bash_code_execution", {}, "bash_code_execution"),
        ("tool_search", {"strategy": "regex"}, "tool_search_tool_regex"),
        ("tool_search", {}, "tool_search_tool_bm25"),
    ],
)
def test_call_has_its_name_on_the_wire(tool: str, details: Json, name: str) -> None:
    block = block_of_call(tool, {"a": 1}, provider_details=details)
    assert block == {"type": "server_tool_use", "id": "srvtoolu_1", "name": name, "input": {"a": 1}}


@pytest.mark.parametrize(("strategy", "field"), [("regex", "pattern"), ("bm25", "query")])
def test_tool_search_asks_with_the_field_of_its_kind(strategy: str, field: str) -> None:
    block = block_of_call("tool_search", {"queries": ["a", 3, "b"]}, provider_details={"strategy": strategy})
    assert block["input"] == {field: "a b"}
    assert block_of_call("tool_search", {"queries": 3})["input"] == {"query": ""}


def test_caller_goes_back() -> None:
    details = {"anthropic_caller": {"type": "code_execution_20260120", "tool_id": "srvtoolu_c"}}
    assert block_of_call("web_search", provider_details=details)["caller"] == details["anthropic_caller"]
    assert block_of_result("web_search", [], provider_details=details)["caller"] == details["anthropic_caller"]
    assert "caller" not in block_of_result("web_search", [], provider_details={"anthropic_caller": "x"})


def test_arguments_that_are_cut_are_wrapped() -> None:
    assert block_of_call("web_search", '{"query": "R')["input"] == {"INVALID_JSON": '{"query": "R'}
    assert block_of_call("web_search", '{"query": "Rome"}')["input"] == {"query": "Rome"}


def test_mcp_call_names_server_and_tool() -> None:
    args = {"action": "call_tool", "tool_name": "find", "tool_args": {}}
    block = block_of_call("mcp_server:maps", args)
    expected = {"type": "mcp_tool_use", "id": "srvtoolu_1", "server_name": "maps", "name": "find", "input": {}}
    assert block == expected
    assert block_of_call("mcp_server:maps", {"action": "list_tools"}) == {}
    assert block_of_call("mcp_server", args) == {}


@pytest.mark.parametrize(
    ("tool", "content", "kind"),
    [
        ("web_search", [], "web_search_tool_result"),
        ("web_search_tool_result", {}, "web_search_tool_result"),
        ("web_fetch", {}, "web_fetch_tool_result"),
        ("advisor", {}, "advisor_tool_result"),
        ("code_execution", {"type": "code_execution_result"}, "code_execution_tool_result"),
        ("code_execution", {"type": "bash_code_execution_result"}, "bash_code_execution_tool_result"),
        (
            "code_execution",
            {"type": "text_editor_code_execution_view_result"},
            "text_editor_code_execution_tool_result",
        ),
    ],
)
def test_result_has_its_kind_on_the_wire(tool: str, content: Any, kind: str) -> None:
    assert block_of_result(tool, content) == {"type": kind, "tool_use_id": "srvtoolu_1", "content": content}


@pytest.mark.parametrize(
    ("tool", "content"),
    [
        ("web_search", "[cut]"),
        ("web_fetch", []),
        ("new_tool", {}),
        ("tool_search", "x"),
        ("mcp_server:m", {"content": []}),
    ],
)
def test_result_without_a_block_is_told(tool: str, content: Any) -> None:
    held = native_result({"tool_name": tool, "content": content, **OWN}, "srvtoolu_1", {})
    assert (held.block, held.content, held.tool) == ({}, content, tool)


def test_tool_search_result_names_what_it_found() -> None:
    found = {"discovered_tools": [{"name": "weather"}, {"name": 3}, "x"]}
    content = block_of_result("tool_search", found)["content"]
    assert content["tool_references"] == [{"type": "tool_reference", "tool_name": "weather"}]
    failed = block_of_result("tool_search", found, provider_details={"error_code": "unavailable"})["content"]
    assert failed == {"type": "tool_search_tool_result_error", "error_code": "unavailable"}


def test_calls_of_others_are_foreign() -> None:
    held = native_call({"tool_name": "web_search", "args": '{"q": 1}', "provider_name": "openai"}, "ws_1", {})
    assert (held.provider, held.tool, held.arguments, held.block) == ("openai", "web_search", {"q": 1}, {})
    nobody = native_result({"tool_name": "web_search", "content": []}, "ws_1", OWN)
    assert (nobody.provider, nobody.block) == ("unknown", {})


def test_models_of_anthropic_elsewhere_are_its_own_where_no_state_is_kept() -> None:
    elsewhere = {"provider_name": "gateway", "canonical_system": "anthropic"}
    search = {"tool_name": "web_search", "args": {}, "provider_name": "gateway"}
    assert native_call(search, "srvtoolu_1", elsewhere).provider == "anthropic"
    assert native_call({**search, "tool_name": "code_execution"}, "srvtoolu_1", elsewhere).provider == "gateway"
    assert is_own("anthropic", {})
    assert not is_own(None, {"canonical_system": "anthropic"})
    assert not is_own("bedrock", {"provider_name": "bedrock"})


@pytest.mark.parametrize(
    ("args", "arguments"),
    [
        (None, {}),
        ("", {}),
        ({"a": 1}, {"a": 1}),
        ('{"a": 1}', {"a": 1}),
        ("[1]", "[1]"),
        ("{", "{"),
        ("[" * 9999, "[" * 9999),
    ],
)
def test_arguments_are_read_where_they_are_an_object(args: Any, arguments: Any) -> None:
    assert arguments_of(args) == arguments
