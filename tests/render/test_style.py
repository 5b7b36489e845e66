from typing import Any

import pytest

from sendable.conversation import Conversation, Message, Text, ToolResult
from sendable.errors import UsageError
from sendable.render import left_out, render
from sendable.render.style import Style


def test_nothing_is_forced_unless_asked() -> None:
    assert Style() == Style(text_results="stored", thinking="drop", native="text")


def test_style_does_not_change() -> None:
    with pytest.raises(AttributeError):
        Style().native = "drop"  # type: ignore[misc]


@pytest.mark.parametrize("choice", [{"text_results": "list"}, {"thinking": "keep"}, {"native": ["text"]}])
def test_choice_that_does_not_exist_is_refused(choice: Any) -> None:
    with pytest.raises(UsageError, match=next(iter(choice))):
        Style(**choice)


def test_text_results_alone_goes_over_the_style() -> None:
    result = ToolResult(call_id="a", parts=[Text(text="4"), Text(text="2")])
    held = Conversation(messages=[Message(role="tool", parts=[result])])
    sent = render(held, style=Style(text_results="blocks"), text_results="string")
    assert sent["messages"][0]["content"][0]["content"] == "42"


def test_what_is_no_style_is_refused() -> None:
    odd: Any = "x"
    for call in (render, left_out):
        with pytest.raises(UsageError, match="style"):
            call(Conversation(messages=[]), style=odd)
