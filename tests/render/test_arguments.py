import math
from typing import Any

import pytest

from sendable import SendableError, Target, prepare, render
from sendable.conversation import Conversation, Message, Text, ToolCall
from sendable.errors import ContentDecodeError
from sendable.render.arguments import json_arguments

DEEP: Any = []
for _ in range(5_000):
    DEEP = [DEEP]


def called(arguments: Any) -> Conversation:
    said = Message(role="user", parts=[Text(text="Hi")], bare=True)
    return Conversation(
        messages=[said, Message(role="assistant", parts=[ToolCall(id="t", name="n", arguments=arguments)])]
    )


@pytest.mark.parametrize(
    "arguments",
    [
        *({"a": math.nan}, {"a": [1, math.inf]}, {"a": {"b": -math.inf}}, math.nan),
        *({"a": {1}}, {"a": (b"x",)}, {"a": object()}, {(1, 2): "x"}, {"a": {b"k": 1}}, b"{}"),
    ],
)
def test_what_json_has_no_form_for_is_refused_with_its_place(arguments: Any) -> None:
    for make in (render, prepare):
        with pytest.raises(ContentDecodeError, match="JSON has no form for") as fault:
            make(called(arguments), Target(model="claude-sonnet-4-5"))
        assert fault.value.path == "messages.1.parts.0"
        assert isinstance(fault.value, SendableError)


@pytest.mark.parametrize(
    "arguments",
    [{}, {"a": 1, "b": [1.5, None, True, {"c": "x"}]}, '{"a": NaN}', [1], None, {"a": (1, 2)}, {1: "x"}, {"a": 10**30}],
)
def test_json_goes_as_it_is(arguments: Any) -> None:
    assert json_arguments(arguments) is arguments
    assert render(called(arguments))["messages"][1]["content"][0]["input"] is arguments


def test_what_is_nested_too_deeply_is_for_the_reader() -> None:
    assert json_arguments({"a": DEEP})["a"] is DEEP
