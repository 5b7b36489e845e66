import pytest

from sendable.emulator.native_results import result_of
from sendable.wire.build import mcp_call, native_call


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("web_search", "web_search_tool_result"),
        ("brand_new", "brand_new_tool_result"),
        ("advisor", "advisor_tool_result"),
    ],
)
def test_a_result_answers_its_call_by_id_and_kind(name: str, kind: str) -> None:
    result = result_of(native_call(name, "srvtoolu_7"))
    assert (result["type"], result["tool_use_id"]) == (kind, "srvtoolu_7")


def test_a_text_stands_where_the_kind_of_result_has_one() -> None:
    assert result_of(native_call("code_execution"), "4")["content"]["stdout"] == "4"
    assert result_of(native_call("advisor"), "Stop.")["content"]["text"] == "Stop."
    assert result_of(native_call("web_search"), "A page")["content"][0]["title"] == "A page"
    assert result_of(native_call("web_fetch"), "Words.")["content"]["content"]["source"]["data"] == "Words."
    assert result_of(mcp_call(), "Found.")["content"] == [{"type": "text", "text": "Found."}]


def test_tools_that_were_found_are_referred_to() -> None:
    found = result_of(native_call("tool_search_tool_regex"), ["plot", "draw"])["content"]["tool_references"]
    assert found == [{"type": "tool_reference", "tool_name": name} for name in ("plot", "draw")]


def test_a_content_that_is_given_is_kept() -> None:
    error = {"type": "web_search_tool_result_error", "error_code": "unavailable"}
    assert result_of(native_call(), error)["content"] == error


def test_a_page_is_the_one_that_was_asked_for() -> None:
    call = {**native_call("web_fetch"), "input": {"url": "https://example.org/a"}}
    assert result_of(call)["content"]["url"] == "https://example.org/a"
