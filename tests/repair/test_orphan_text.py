from sendable.repair.orphan_text import result_as_blocks
from sendable.wire.build import cached, image, text, tool_result


def test_a_string_is_told_in_brackets() -> None:
    assert result_as_blocks(tool_result(content="42")) == [text("[Result of a tool call: 42]")]


def test_text_blocks_are_lines() -> None:
    assert result_as_blocks(tool_result(content=[text("a"), text("b")])) == [text("[Result of a tool call: a\nb]")]


def test_an_error_is_told_as_one() -> None:
    assert result_as_blocks(tool_result(content="no", is_error=True)) == [text("[Error of a tool call: no]")]


def test_media_follow_as_they_are_without_their_breakpoints() -> None:
    told = result_as_blocks(tool_result(content=[text("a"), cached(image())]))
    assert told == [text("[Result of a tool call: a]"), image()]


def test_media_alone_are_announced() -> None:
    assert result_as_blocks(tool_result(content=[image()])) == [text("[Result of a tool call: as follows]"), image()]


def test_a_breakpoint_goes_to_the_last_block() -> None:
    assert result_as_blocks(cached(tool_result(content=[text("a"), image()])))[-1] == cached(image())


def test_a_reference_to_a_tool_is_told_by_its_name() -> None:
    told = result_as_blocks(tool_result(content=[{"type": "tool_reference", "tool_name": "search"}]))
    assert told == [text("[Result of a tool call: search]")]


def test_nothing_is_told_as_nothing() -> None:
    for content in (None, "", [], 5, [7], [{"type": ["odd"]}], [text(" ")]):
        assert result_as_blocks(tool_result(content=content)) == [
            text("[Result of a tool call: nothing that can be read]")
        ]
