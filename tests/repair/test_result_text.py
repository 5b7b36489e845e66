import pytest

from sendable.repair.change import Loss
from sendable.repair.result_text import as_text, only_text, says_something
from sendable.wire.build import cached, document, image, text, thinking, tool_use

FOUND = {
    "type": "search_result",
    "source": "https://example.com",
    "title": "A page",
    "content": [text("Yes."), text("")],
}


@pytest.mark.parametrize(
    ("block", "told"),
    [
        (FOUND, "A page\nhttps://example.com\nYes."),
        ({"type": "search_result"}, "[search_result]"),
        ({"type": "tool_reference", "tool_name": "search"}, "[tool: search]"),
        (thinking("Let me see."), "Let me see."),
        ({"type": "redacted_thinking", "data": "x"}, '[redacted_thinking] {"data": "x"}'),
        (tool_use(arguments={"q": "ä"}), '[tool_use] {"id": "toolu_1", "name": "search", "input": {"q": "ä"}}'),
    ],
)
def test_a_block_is_told_in_words(block: dict[str, object], told: str) -> None:
    assert as_text(block) == text(told)


def test_a_breakpoint_is_carried_on() -> None:
    assert as_text(cached(FOUND))["cache_control"] == {"type": "ephemeral"}


def test_media_leave_a_note_and_the_rest_is_told() -> None:
    content, loss = only_text([text("a"), FOUND, image(), document()], "why")
    assert [item["type"] for item in content] == ["text"] * 4
    assert [item["text"] for item in content[2:]] == ["[image removed: why]", "[document removed: why]"]
    assert loss is Loss.DROPS


def test_without_media_nothing_is_lost() -> None:
    assert only_text([text("a"), FOUND], "why")[1] is Loss.DEMOTES
    assert only_text([text("a")], "why") == ([text("a")], Loss.KEEPS)


@pytest.mark.parametrize(
    ("content", "says"), [([], False), ([text(" \n")], False), ([text("x")], True), (["x"], False)]
)
def test_blank_text_says_nothing(content: list[object], says: bool) -> None:
    assert says_something(content) is says
