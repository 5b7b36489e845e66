import base64
from typing import Any

import pytest

from sendable import SendableError
from sendable.sources.pydantic_ai_back_parts import prompt_item_of, request_part, response_part, says_the_same
from sendable.wire.build import document, image, text, thinking, tool_result, tool_use
from tests.shapes.pydantic_ai import lib

CALLS = {"toolu_1": "weather"}
TEXT = {"type": "text", "text": "note"}


def stored_return(**fields: Any) -> dict[str, Any]:
    return {
        "part_kind": "tool-return",
        "tool_name": "weather",
        "content": {"a": 1},
        "tool_call_id": "toolu_1",
        **fields,
    }


def test_names_ids_and_breakpoints_live_on_the_wire() -> None:
    marked = {"cache_control": {"type": "ephemeral"}}
    assert says_the_same({**tool_use("a"), "name": "b"} | marked, tool_use("toolu_1"))
    inner = {**tool_result("a"), "content": [{**TEXT, **marked}]}
    assert says_the_same(inner, {**tool_result("b"), "content": [TEXT]})
    assert not says_the_same({**tool_use(), "input": {"a": 1}}, tool_use())


def test_result_that_had_no_id_has_changed() -> None:
    assert not says_the_same(tool_result("toolu_1"), tool_result(""))


def test_text_takes_the_place_of_any_part_of_a_response() -> None:
    cited = {"part_kind": "text", "content": "x ", "citations": [1], "id": "a"}
    assert response_part(text("x"), cited) == {**cited, "content": "x", "citations": None}
    assert response_part(text("x"), {"part_kind": "builtin-tool-call"}) == {"part_kind": "text", "content": "x"}
    assert response_part(text("x"), None) == {"part_kind": "text", "content": "x"}


@pytest.mark.parametrize("block", [thinking(), tool_use(), {"type": "server_tool_use"}, {"type": "text", "text": 3}])
def test_what_a_response_cannot_say_is_refused(block: Any) -> None:
    with pytest.raises(SendableError, match="cannot be written back"):
        response_part(block, None)


@pytest.mark.parametrize("block", [{"type": "search_result"}, {"type": "document", "source": {"type": "content"}}, {}])
def test_what_a_prompt_cannot_hold_is_refused(block: Any) -> None:
    with pytest.raises(SendableError, match="cannot be written back"):
        prompt_item_of(block)


def test_text_of_a_prompt_stays_its_part() -> None:
    prompt = {"part_kind": "user-prompt", "content": "x ", "timestamp": "t"}
    assert request_part(text("x"), prompt, None, CALLS) == {**prompt, "content": "x"}
    system = {"part_kind": "system-prompt", "content": "x "}
    assert request_part(text("x"), system, None, CALLS) == {**system, "content": "x"}
    assert request_part(text("x"), stored_return(), None, CALLS) == {"part_kind": "user-prompt", "content": "x"}
    picture = request_part(image(), prompt, None, CALLS)
    assert picture["content"][0]["kind"] == "binary"


def test_media_are_items_that_the_library_reads() -> None:
    url = {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}}
    page = {"type": "document", "source": {"type": "url", "url": "https://example.com/a"}}
    plain = {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "Grüße"}}
    upload = {"type": "image", "source": {"type": "file", "file_id": "file_1"}}
    items = [prompt_item_of(block) for block in (image(), document(), url, page, plain, upload)]
    messages = lib().ModelMessagesTypeAdapter.validate_python(
        [{"kind": "request", "parts": [{"part_kind": "user-prompt", "content": items}]}]
    )
    held = messages[0].parts[0].content
    assert [one.kind for one in held] == ["binary", "binary", "image-url", "document-url", "binary", "uploaded-file"]
    assert base64.urlsafe_b64decode(items[4]["data"]).decode() == "Grüße"  # type: ignore[index]


def test_content_that_did_not_change_keeps_its_form() -> None:
    former = tool_result("toolu_1", '{"a":1}')
    flagged = request_part({**former, "is_error": True}, stored_return(outcome="success"), former, CALLS)
    assert flagged == stored_return(outcome="failed")


@pytest.mark.parametrize(
    ("outcome", "is_error", "written"),
    [
        ("retried", True, "retried"),
        ("retried", False, "success"),
        ("denied", False, "denied"),
        ("denied", True, "failed"),
        (None, None, "success"),
    ],
)
def test_outcome_stays_unless_the_flag_says_otherwise(outcome: Any, is_error: Any, written: str) -> None:
    block = {**tool_result("toolu_1", "x"), "is_error": is_error}
    assert request_part(block, stored_return(outcome=outcome), None, CALLS)["outcome"] == written


def test_result_of_nowhere_is_a_part_of_its_own() -> None:
    expected = {
        "tool_name": "weather",
        "part_kind": "tool-return",
        "tool_call_id": "toolu_1",
        "content": "x",
        "content_file_digests": [],
        "outcome": "success",
    }
    assert request_part(tool_result("toolu_1", "x"), None, None, CALLS) == expected
    old = {"part_kind": "retry-prompt", "tool_name": "weather", "tool_call_id": "toolu_1", "content": "y"}
    retried = request_part({**tool_result("toolu_1", "x"), "is_error": True}, old, None, CALLS)
    assert retried == {**expected, "outcome": "retried"}


def test_items_that_are_still_there_stay_what_they_are_and_files() -> None:
    url = {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}}
    returned = lib().ToolReturnPart("weather", [lib().ImageUrl("https://example.com/a.png"), {"n": 1}, "x"], "toolu_1")
    history = [lib().ModelRequest(parts=[returned])]
    held = lib().ModelMessagesTypeAdapter.dump_python(history, mode="json")[0]["parts"][0]
    former = {**tool_result("toolu_1"), "content": [url, text('{"n":1}'), text("x")]}
    written = request_part({**former, "content": [text('{"n":1}'), TEXT, url, image()]}, held, former, CALLS)
    messages = lib().ModelMessagesTypeAdapter.validate_python([{"kind": "request", "parts": [written]}])
    content = messages[0].parts[0].content
    assert content[:2] == [{"n": 1}, "note"]
    assert [one.kind for one in content[2:]] == ["image-url", "binary"]


def test_image_of_an_unknown_type_is_refused_in_a_changed_result() -> None:
    url = {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}}
    with pytest.raises(SendableError, match="by URL in a changed result"):
        request_part({**tool_result("toolu_1"), "content": [TEXT, url]}, None, None, CALLS)
