from typing import Any

import pytest

from sendable import Target
from sendable.conversation import (
    Base64,
    Conversation,
    Image,
    Lost,
    Message,
    NativeCall,
    NativeResult,
    Part,
    Text,
    ToolCall,
    ToolResult,
)
from sendable.prepare import prepare
from sendable.sources.ai_sdk_ui import ui_messages

TARGET = Target(model="claude-sonnet-4-5")
CALL = {"type": "tool-weather", "toolCallId": "toolu_1", "input": {"city": "Rome"}}
ANSWERED = {**CALL, "state": "output-available", "output": "Sunny"}
SAID = {"type": "text", "text": "It is sunny."}
STEP = {"type": "step-start"}


def messages(role: str, *parts: Any) -> tuple[list[Message], list[Lost]]:
    lost: list[Lost] = []
    return ui_messages({"id": "1", "role": role, "parts": list(parts)}, 0, lost), lost


def asked(arguments: Any = None) -> ToolCall:
    return ToolCall(id="toolu_1", name="weather", arguments={"city": "Rome"} if arguments is None else arguments)


def result(text: str = "Sunny", *, is_error: bool | None = None) -> ToolResult:
    return ToolResult(call_id="toolu_1", name="weather", parts=[Text(text=text)], bare=True, is_error=is_error)


def test_a_call_and_its_result_are_two_messages() -> None:
    made, _ = messages("assistant", STEP, ANSWERED, STEP, SAID)
    assert made == [
        Message(role="assistant", parts=[asked()]),
        Message(role="tool", parts=[result()]),
        Message(role="assistant", parts=[Text(text="It is sunny.")]),
    ]


def test_an_answer_without_steps_is_cut_behind_its_calls() -> None:
    second = {**ANSWERED, "toolCallId": "toolu_2"}
    made, _ = messages("assistant", {"type": "text", "text": "Let me see."}, ANSWERED, second, SAID)
    assert [message.role for message in made] == ["assistant", "tool", "assistant"]
    assert [len(message.parts) for message in made] == [3, 2, 1]


def test_marked_steps_are_kept_as_they_are() -> None:
    made, _ = messages("assistant", STEP, ANSWERED, SAID)
    assert [message.role for message in made] == ["assistant", "tool"]


@pytest.mark.parametrize(
    "state", ["input-streaming", "input-available", "approval-requested", "approval-responded", "new"]
)
def test_a_call_before_its_output_has_no_result(state: str) -> None:
    made, lost = messages("assistant", STEP, {**CALL, "state": state})
    assert made == [Message(role="assistant", parts=[asked()])]
    assert lost == []
    done = prepare(Conversation(messages=[Message(role="user", parts=[Text(text="Hi")]), *made]), TARGET)
    assert done.remaining == []


ENDS: list[tuple[dict[str, Any], ToolResult]] = [
    ({"state": "output-available", "output": {"a": [1]}}, result('{"a":[1]}')),
    ({"state": "output-available"}, result("null")),
    ({"state": "output-error", "errorText": "It broke"}, result("It broke", is_error=True)),
    (
        {"state": "output-denied", "approval": {"id": "a", "approved": False}},
        result("Tool execution denied.", is_error=True),
    ),
    ({"state": "output-denied", "approval": {"approved": False, "reason": "No."}}, result("No.", is_error=True)),
]


@pytest.mark.parametrize(("fields", "expected"), ENDS)
def test_outputs_are_results(fields: dict[str, Any], expected: ToolResult) -> None:
    made, _ = messages("assistant", {**CALL, **fields})
    assert made[1] == Message(role="tool", parts=[expected])


def test_what_a_tool_of_mcp_returned_keeps_its_media() -> None:
    blocks = [{"type": "text", "text": "x"}, {"type": "image", "data": "eA==", "mimeType": "image/png"}]
    output = {"content": [*blocks, {"type": "new"}], "isError": True}
    made, lost = messages("assistant", {**CALL, "state": "output-available", "output": {**output, "content": blocks}})
    picture = Image(source=Base64(data="eA==", media_type="image/png"))
    parts: list[Part] = [Text(text="x"), picture]
    assert made[1].parts == [ToolResult(call_id="toolu_1", name="weather", parts=parts, is_error=True)]
    assert lost == []
    other, _ = messages("assistant", {**CALL, "state": "output-available", "output": output})
    assert [part.bare for part in other[1].parts if isinstance(part, ToolResult)] == [True]


def test_input_that_could_not_be_read_stays_text() -> None:
    broken = {"type": "dynamic-tool", "toolName": "weather", "toolCallId": "toolu_1", "rawInput": '{"city": "Ro'}
    made, _ = messages("assistant", {**broken, "state": "output-error", "errorText": "Bad input"})
    assert made[0] == Message(role="assistant", parts=[asked('{"city": "Ro')])


def test_what_the_provider_ran_stays_in_its_place() -> None:
    ran = {"type": "tool-search", "toolCallId": "ws_1", "providerExecuted": True, "input": {"q": "x"}}
    metadata = {"callProviderMetadata": {"openai": {"itemId": "ws_1"}}}
    made, _ = messages("assistant", STEP, {**ran, **metadata, "state": "output-available", "output": [1]}, SAID)
    assert made == [
        Message(
            role="assistant",
            parts=[
                NativeCall(provider="openai", id="ws_1", tool="search", arguments={"q": "x"}),
                NativeResult(provider="openai", call_id="ws_1", tool="search", content=[1]),
                Text(text="It is sunny."),
            ],
        )
    ]
    waiting, _ = messages("assistant", {**ran, "state": "input-available"})
    assert all(isinstance(part, NativeCall) for part in waiting[0].parts)
    failed, _ = messages("assistant", {**ran, "state": "output-error", "errorText": "No."})
    assert isinstance(failed[0].parts[1], NativeResult)


def test_a_system_message_is_one_text() -> None:
    made, _ = messages("system", {"type": "text", "text": "Be "}, {"type": "text", "text": "kind."})
    assert made == [Message(role="system", parts=[Text(text="Be kind.")], bare=True)]


def test_missing_ids_come_from_the_place() -> None:
    made, _ = messages("assistant", STEP, {**ANSWERED, "toolCallId": None})
    assert [part.id for part in made[0].parts if isinstance(part, ToolCall)] == ["call_0_1"]
    assert [part.call_id for part in made[1].parts if isinstance(part, ToolResult)] == ["call_0_1"]


def test_what_has_no_part_is_told() -> None:
    made, lost = messages("user", 3, {"type": "brand-new"}, {"type": "data-x", "data": 1}, {"type": "text"}, SAID)
    assert made == [Message(role="user", parts=[Text(text="It is sunny.")])]
    assert [entry.path for entry in lost] == ["0.parts.0", "0.parts.2", "0.parts.1", "0.parts.3"]
    _, lost = messages("narrator", SAID)
    assert lost == [Lost("0.role", "a role that is unknown; told as the user's")]


def test_media_in_a_system_message_are_kept_for_the_rendering_to_refuse() -> None:
    said, lost = messages("system", {"type": "text", "text": "s"}, FILE)
    assert [type(part) for part in said[0].parts] == [Text, Image]
    assert lost == []


FILE = {"type": "file", "mediaType": "image/png", "url": "https://a.example/x.png"}
