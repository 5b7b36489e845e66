import json
from typing import Any

import pytest

from sendable import Target, load, prepare
from sendable.conversation import Lost, Message, Text, ToolCall, ToolResult
from sendable.sources.unnamed_results import Unnamed

CALLS = Message(role="assistant", parts=[ToolCall(id="1", name="a"), ToolCall(id="2", name="b")])
TARGET = Target(model="claude-sonnet-4-5")


def settled(*said: Message | tuple[str | None, str]) -> tuple[list[list[Any]], list[Lost]]:
    """The messages, with a result without an id for each pair of a name and a text."""
    unnamed, lost = Unnamed(), list[Lost]()
    messages = [
        one
        if isinstance(one, Message)
        else Message(
            role="tool", parts=[ToolResult(call_id=unnamed.note(f"{at}"), name=one[0], parts=[Text(text=one[1])])]
        )
        for at, one in enumerate(said)
    ]
    return [list(message.parts) for message in unnamed.settled(messages, lost)], lost


def said_by(result: Any) -> Any:
    return result.parts[0].text


def answered(parts: list[list[Any]]) -> list[tuple[str, Any]]:
    return [(part.call_id, said_by(part)) for held in parts for part in held if isinstance(part, ToolResult)]


def by_id(call_id: str, text: str) -> Message:
    return Message(role="tool", parts=[ToolResult(call_id=call_id, parts=[Text(text=text)])])


def test_as_many_results_as_calls_answer_by_order() -> None:
    assert answered(settled(CALLS, (None, "A"), (None, "B"))[0]) == [("1", "A"), ("2", "B")]


def test_a_name_goes_before_order() -> None:
    assert answered(settled(CALLS, ("b", "B"), (None, "A"))[0]) == [("2", "B"), ("1", "A")]


def test_a_call_that_another_result_answers_by_id_is_not_taken() -> None:
    assert answered(settled(CALLS, (None, "B"), by_id("1", "A"))[0]) == [("2", "B"), ("1", "A")]


def test_each_turn_has_its_own_results() -> None:
    again = Message(role="assistant", parts=[ToolCall(id="3", name="a")])
    found, lost = settled(CALLS, ("a", "A"), ("b", "B"), again, ("a", "C"))
    assert answered(found) == [("1", "A"), ("2", "B"), ("3", "C")]
    assert lost == []


@pytest.mark.parametrize(
    "results", [[(None, "x")], [("c", "x")], [("a", "x"), ("a", "y")], [(None, "x"), (None, "y"), (None, "z")]], ids=str
)
def test_a_result_that_could_answer_several_calls_or_none_is_told_as_text(
    results: list[tuple[str | None, str]],
) -> None:
    found, lost = settled(CALLS, *results)
    assert answered(found) == []
    said = [part.text for held in found[1:] for part in held]
    assert said == [f"[Result of {name or 'a tool call'}: {text}]" for name, text in results]
    assert [one.path for one in lost] == [str(at) for at in range(1, len(results) + 1)]


CALL = {"id": "c1", "type": "function", "function": {"name": "a", "arguments": "{}"}}
TURN = {"role": "assistant", "content": None, "tool_calls": [CALL]}
BESIDE: dict[str, Any] = {"additional_kwargs": {}}
ASKED = {"type": "ai", "content": "", "tool_calls": [{"name": "a", "args": {}, "id": None}], **BESIDE}
HISTORIES: dict[str, list[Any]] = {
    "openai-chat": [{"role": "user", "content": "q"}, TURN, {"role": "tool", "content": "ok"}],
    "langchain": [
        {"type": "human", "content": "q", **BESIDE},
        ASKED,
        {"type": "tool", "content": "ok", "tool_call_id": None, **BESIDE},
    ],
    "openai-responses": [
        {"role": "user", "content": "q"},
        {"type": "function_call", "name": "a", "arguments": "{}"},
        {"type": "function_call_output", "output": "ok"},
    ],
    "otel": [
        {"role": "user", "parts": [{"type": "text", "content": "q"}]},
        {"role": "assistant", "parts": [{"type": "tool_call", "name": "a", "arguments": {}}]},
        {"role": "tool", "parts": [{"type": "tool_call_response", "response": "ok"}]},
    ],
    "ai-sdk": [
        {"role": "user", "content": [{"type": "text", "text": "q", "providerOptions": {}}]},
        {"role": "assistant", "content": [{"type": "tool-call", "toolName": "a", "input": {}}]},
        {
            "role": "tool",
            "content": [{"type": "tool-result", "toolName": "a", "output": {"type": "text", "value": "ok"}}],
        },
    ],
    "flink-agents": [
        {"role": "user", "content": "q", "extra_args": {}},
        {**TURN, "content": "", "extra_args": {}},
        {"role": "tool", "content": "ok", "extra_args": {}},
    ],
}


@pytest.mark.parametrize("form", HISTORIES)
def test_a_result_without_an_id_reaches_the_model_in_every_format(form: str) -> None:
    done = prepare(load(HISTORIES[form], form), TARGET)
    assert done.changes == []
    assert done.remaining == []
    call, result = done.request["messages"][1]["content"][0], done.request["messages"][2]["content"][0]
    assert result == {"type": "tool_result", "tool_use_id": call["id"], "content": "ok"}
    assert "\\u0000" not in json.dumps(done.request)
