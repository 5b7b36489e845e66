from typing import Any

import pytest

from sendable.conversation import Base64, Image, Part, Text, ToolResult
from sendable.render.blocks import nested_blocks
from sendable.render.results import tool_result
from sendable.render.style import Style

PNG = Image(source=Base64(data="eA==", media_type="image/png"))
ONE, TWO = Text(text="4"), Text(text="2")


def content(style: Style, *parts: Part, bare: bool = False) -> Any:
    return tool_result(ToolResult(call_id="a", parts=list(parts), bare=bare), style, nested_blocks)["content"]


STORED, STRING, BLOCKS = Style(), Style(text_results="string"), Style(text_results="blocks")
LIST = [{"type": "text", "text": "4"}, {"type": "text", "text": "2"}]


@pytest.mark.parametrize(
    ("style", "bare", "expected"),
    [(STORED, False, LIST), (STORED, True, "42"), (STRING, False, "42"), (STRING, True, "42"), (BLOCKS, True, LIST)],
)
def test_form_of_text_results(style: Style, bare: bool, expected: Any) -> None:
    assert content(style, ONE, TWO, bare=bare) == expected


@pytest.mark.parametrize("style", [STORED, STRING, BLOCKS])
def test_result_of_nothing_is_an_empty_string(style: Style) -> None:
    assert content(style) == ""
    assert content(style, bare=True) == ""
    assert content(style, Text(text=""), bare=True) == ""


def test_stored_list_of_an_empty_text_stays_a_list() -> None:
    assert content(STORED, Text(text="")) == [{"type": "text", "text": ""}]


@pytest.mark.parametrize("style", [STORED, STRING, BLOCKS])
def test_media_never_become_text(style: Style) -> None:
    assert [block["type"] for block in content(style, ONE, PNG, TWO)] == ["text", "image", "text"]


@pytest.mark.parametrize(("flag", "keys"), [(None, 3), (False, 4), (True, 4)])
def test_flag_is_the_stored_one(flag: bool | None, keys: int) -> None:
    block = tool_result(ToolResult(call_id="a", parts=[ONE], is_error=flag), STORED, nested_blocks)
    assert block.get("is_error") is flag
    assert len(block) == keys


def test_name_of_the_tool_has_no_place_on_the_wire() -> None:
    assert tool_result(ToolResult(call_id="a", parts=None, name="look"), STORED, nested_blocks) == {
        "type": "tool_result",
        "tool_use_id": "a",
    }
