from typing import Any

import pytest

from sendable.repair.native_text import native_call_as_text, native_result_as_text
from sendable.wire.build import cached, mcp_call, mcp_result, native_call, native_result, text

HIT = {"type": "web_search_result", "title": "Tides", "url": "https://a.test", "encrypted_content": "SECRET"}
PAGE = {
    "type": "web_fetch_result",
    "url": "https://a.test/p",
    "content": {"type": "document", "title": "P", "source": {"type": "text", "media_type": "text/plain", "data": "Hi"}},
}


def test_a_call_tells_its_tool_and_its_input() -> None:
    assert native_call_as_text(native_call()) == text('[Called web_search with {"query": "x"}]')


def test_a_call_of_an_mcp_tool_tells_its_server() -> None:
    assert native_call_as_text(mcp_call()) == text("[Called lookup of docs]")


def test_hits_are_told_without_what_is_encrypted() -> None:
    assert native_result_as_text(native_result(content=[HIT])) == text("[Result of web_search: Tides\nhttps://a.test]")


def test_a_result_of_a_known_call_bears_its_name() -> None:
    assert native_result_as_text(mcp_result(content="42"), mcp_call()) == text("[Result of lookup of docs: 42]")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ({"type": "web_search_tool_result_error", "error_code": "unavailable"}, "error unavailable"),
        (PAGE, "https://a.test/p\nP\nHi"),
        ({"type": "code_execution_result", "stdout": "1\n", "stderr": "", "return_code": 0}, "1\n\nexit code 0"),
        ({"type": "advisor_redacted_result", "encrypted_content": "SECRET"}, "nothing that can be read"),
        ([{"type": "text", "text": "a"}, 5, None, {"type": ["odd"]}], "a"),
        (None, "nothing that can be read"),
    ],
)
def test_each_kind_of_content_is_told(content: Any, told: str) -> None:
    assert native_result_as_text({"type": "web_fetch_tool_result", "content": content}) == text(
        f"[Result of web_fetch: {told}]"
    )


def test_a_breakpoint_is_carried_on() -> None:
    assert "cache_control" in native_result_as_text(cached(native_result()))
    assert "cache_control" in native_call_as_text(cached(native_call()))
