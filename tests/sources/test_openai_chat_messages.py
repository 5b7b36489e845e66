from typing import Any

import pytest

from sendable.conversation import Lost, Message, Text, ToolCall, ToolResult
from sendable.sources.openai_chat_messages import Reader


def read(*messages: Any) -> tuple[list[Message | None], list[str]]:
    lost: list[Lost] = []
    reader = Reader(lost)
    return [reader.message(one, at) for at, one in enumerate(messages)], [one.path for one in lost]


def call(**fields: Any) -> dict[str, Any]:
    return {"id": "1", "type": "function", "function": {"name": "a", "arguments": "{}"}, **fields}


def test_empty_content_beside_calls_is_no_text() -> None:
    messages, _ = read(
        {"role": "assistant", "content": "", "tool_calls": [call()]}, {"role": "assistant", "content": ""}
    )
    assert messages == [
        Message(role="assistant", parts=[ToolCall(id="1", name="a")]),
        Message(role="assistant", parts=[Text(text="")], bare=True),
    ]


def test_refusal_is_what_was_said() -> None:
    messages, lost = read({"role": "assistant", "content": None, "refusal": "No."})
    assert messages == [Message(role="assistant", parts=[Text(text="No.")])]
    assert lost == []


def test_result_keeps_its_form() -> None:
    tool = {"role": "tool", "tool_call_id": "1"}
    messages, _ = read(
        {**tool, "content": "x", "name": "a"},
        {**tool, "content": [{"type": "text", "text": "x"}]},
        {**tool, "content": ""},
        {**tool, "content": None},
    )
    assert [message.parts for message in messages if message is not None] == [
        [ToolResult(call_id="1", parts=[Text(text="x")], bare=True, name="a")],
        [ToolResult(call_id="1", parts=[Text(text="x")])],
        [ToolResult(call_id="1", parts=[], bare=True)],
        [ToolResult(call_id="1", parts=[])],
    ]


def test_missing_ids_of_calls_are_made_of_places() -> None:
    messages, _ = read({"role": "assistant", "tool_calls": [call(id=None), call(id="")]})
    assert messages[0] is not None
    assert [getattr(part, "id", "") for part in messages[0].parts] == ["call_0_0", "call_0_1"]


@pytest.mark.parametrize(
    ("message", "path"),
    [
        (7, "messages.0"),
        ({"role": "assistant", "tool_calls": "x"}, "messages.0.tool_calls"),
        ({"role": "assistant", "tool_calls": [7]}, "messages.0.tool_calls.0"),
        ({"role": "assistant", "tool_calls": [call(function=7)]}, "messages.0.tool_calls.0"),
        ({"role": "assistant", "tool_calls": [call(type="hologram")]}, "messages.0.tool_calls.0"),
        ({"role": "assistant", "tool_calls": [{"custom": {}}]}, "messages.0.tool_calls.0"),
        ({"role": "assistant", "function_call": {"arguments": "{}"}}, "messages.0.function_call"),
        ({"role": "user", "content": 7}, "messages.0.content.0"),
        ({"role": ["user"], "content": "x"}, "messages.0.role"),
    ],
)
def test_damage_is_told(message: Any, path: str) -> None:
    assert read(message)[1] == [path]


@pytest.mark.parametrize(("output", "text"), [({"a": 1}, '{"a":1}'), (42, "42"), ([{"a": 1}], '{"a":1}')], ids=str)
def test_output_that_is_no_text_is_told_as_json(output: Any, text: str) -> None:
    messages, lost = read({"role": "tool", "tool_call_id": "1", "content": output})
    assert messages == [Message(role="tool", parts=[ToolResult(call_id="1", parts=[Text(text=text)])])]
    assert lost == []


def test_a_lone_surrogate_leaves_arguments_what_they_are() -> None:
    asked = call(function={"name": "a", "arguments": '{"a":"\\ud800"}'})
    messages, _ = read({"role": "assistant", "content": None, "tool_calls": [asked]})
    assert messages[0] is not None
    assert messages[0].parts == [ToolCall(id="1", name="a", arguments={"a": "\ud800"})]
