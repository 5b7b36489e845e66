from typing import Any

import pytest

from sendable.conversation import (
    MEDIA,
    Base64,
    CachePoint,
    Image,
    Part,
    SearchResult,
    Text,
    ToolCall,
    ToolReference,
    ToolResult,
    Verbatim,
)
from sendable.conversation import parts as all_parts
from sendable.errors import CachePointError, UnsupportedContentBlockError
from sendable.render.blocks import OF_ASSISTANT, OF_SYSTEM, OF_USER, nested_blocks
from sendable.render.style import Style

STYLE = Style()
BMP = Image(source=Base64(data="Qk0=", media_type="image/bmp"))


def test_every_kind_of_part_has_its_function_for_every_speaker() -> None:
    kinds = set(all_parts.Part.__args__) - {CachePoint}
    assert set(OF_USER) == set(OF_ASSISTANT) == set(OF_SYSTEM) == kinds


def test_speakers_differ_in_media_alone() -> None:
    for table in (OF_ASSISTANT, OF_SYSTEM):
        assert {kind for kind in OF_USER if table[kind] is not OF_USER[kind]} == {*MEDIA, ToolResult, SearchResult}


@pytest.mark.parametrize(
    "part",
    [
        Text(text="a", extra={"novel": 1}),
        ToolCall(id="a", name="b", extra={"novel": 1}),
        ToolReference(name="a", extra={"novel": 1}),
        SearchResult(source="a", title="b", parts=[], extra={"novel": 1}),
        ToolResult(call_id="a", parts=[], extra={"novel": 1}),
    ],
    ids=lambda part: type(part).__name__,
)
def test_fields_without_a_name_go_behind_the_others(part: Part) -> None:
    block = OF_USER[type(part)](part, STYLE)
    assert block is not None
    assert list(block.items())[-1] == ("novel", 1)
    assert next(iter(block)) == "type"


def test_path_of_an_error_leads_through_what_is_nested() -> None:
    deep = SearchResult(source="a", title="b", parts=[Text(text="x"), ToolResult(call_id="a", parts=[BMP])])
    with pytest.raises(UnsupportedContentBlockError) as caught:
        nested_blocks([Text(text="x"), deep], STYLE)
    assert caught.value.path == "parts.1.parts.1.parts.0"


def test_cache_point_in_a_search_result_marks_the_block_before_it() -> None:
    block = OF_USER[SearchResult](SearchResult(source="a", title="b", parts=[Text(text="x"), CachePoint()]), STYLE)
    assert block is not None
    assert block["content"] == [{"type": "text", "text": "x", "cache_control": {"type": "ephemeral"}}]


def test_cache_point_that_leads_what_is_nested_says_where() -> None:
    with pytest.raises(CachePointError) as caught:
        nested_blocks([CachePoint()], STYLE)
    assert caught.value.path == "parts.0"


def test_part_that_is_left_out_leaves_no_hole() -> None:
    assert nested_blocks([Verbatim(provider="openai", block={}), Text(text="x")], STYLE) == [
        {"type": "text", "text": "x"}
    ]


@pytest.mark.parametrize(
    "part",
    [
        SearchResult(source="a", title="b", parts=[Text(text="x"), BMP]),
        ToolResult(call_id="a", parts=[Text(text="x"), BMP]),
        ToolResult(call_id="a", parts=[Text(text="x"), SearchResult(source="a", title="b", parts=[BMP])]),
    ],
    ids=range(3),
)
@pytest.mark.parametrize(("table", "speaker"), [(OF_ASSISTANT, "assistant"), (OF_SYSTEM, "system")])
def test_media_inside_a_part_are_refused_by_who_speaks(part: Part, table: Any, speaker: str) -> None:
    with pytest.raises(UnsupportedContentBlockError, match=f"not {speaker} messages") as caught:
        table[type(part)](part, Style())
    assert caught.value.path.startswith("parts.1")
