from typing import Any

import pytest

from sendable.conversation import (
    Base64,
    CachePoint,
    Image,
    Lost,
    Message,
    NativeCall,
    NativeResult,
    Part,
    Text,
    ToolCall,
    ToolReference,
    ToolResult,
)
from sendable.sources.ai_sdk_model import model_message
from sendable.sources.unnamed_results import Unnamed

MARK = {"providerOptions": {"anthropic": {"cacheControl": {"type": "ephemeral", "ttl": "1h"}}}}


def message(role: str, content: Any, **fields: Any) -> tuple[list[Message], list[Lost]]:
    lost: list[Lost] = []
    return model_message({"role": role, "content": content, **fields}, 0, lost, Unnamed()), lost


def result_of(output: Any) -> Part:
    made, _ = message("tool", [{"type": "tool-result", "toolCallId": "1", "toolName": "a", "output": output}])
    return made[0].parts[0]


def result(*parts: Part, bare: bool = True, is_error: bool | None = None) -> ToolResult:
    return ToolResult(call_id="1", name="a", parts=list(parts), bare=bare, is_error=is_error)


OUTPUTS: list[tuple[Any, ToolResult]] = [
    ({"type": "text", "value": "x"}, result(Text(text="x"))),
    ({"type": "text", "value": ""}, result()),
    ({"type": "json", "value": {"x": [1]}}, result(Text(text='{"x":[1]}'))),
    ({"type": "error-text", "value": "x"}, result(Text(text="x"), is_error=True)),
    ({"type": "error-json", "value": 1}, result(Text(text="1"), is_error=True)),
    ({"type": "execution-denied", "reason": "No."}, result(Text(text="No."))),
    ({"type": "execution-denied"}, result(Text(text="Tool execution denied."))),
    (
        {
            "type": "content",
            "value": [
                {"type": "text", "text": "x"},
                {"type": "media", "data": "eA==", "mediaType": "image/png"},
                {"type": "custom", "providerOptions": {"anthropic": {"type": "tool-reference", "toolName": "b"}}},
            ],
        },
        result(
            Text(text="x"),
            Image(source=Base64(data="eA==", media_type="image/png")),
            ToolReference(name="b"),
            bare=False,
        ),
    ),
]


@pytest.mark.parametrize(("output", "expected"), OUTPUTS)
def test_outputs_are_results(output: Any, expected: ToolResult) -> None:
    assert result_of(output) == expected


def test_calls_keep_ids_and_names() -> None:
    call = {"type": "tool-call", "toolCallId": "1", "toolName": "a", "input": {"x": 1}}
    assert message("assistant", [call])[0] == [
        Message(role="assistant", parts=[ToolCall(id="1", name="a", arguments={"x": 1})])
    ]


def test_what_the_provider_ran_is_native() -> None:
    call = {
        "type": "tool-call",
        "toolCallId": "srvtoolu_1",
        "toolName": "web_search",
        "input": {},
        "providerExecuted": True,
    }
    output = {"type": "json", "value": []}
    answer = {"type": "tool-result", "toolCallId": "srvtoolu_1", "toolName": "web_search", "output": output}
    (made,) = message("assistant", [call, answer])[0]
    assert isinstance(made.parts[0], NativeCall)
    assert isinstance(made.parts[1], NativeResult)


def test_marks_of_parts_and_messages_are_cache_points() -> None:
    point = CachePoint(ttl="1h")
    assert message("user", "x", **MARK)[0] == [Message(role="user", parts=[Text(text="x"), point])]
    made, _ = message("user", [{"type": "text", "text": "x", **MARK}, {"type": "text", "text": "y"}], **MARK)
    assert made == [Message(role="user", parts=[Text(text="x"), point, Text(text="y"), point])]


def test_what_has_no_part_is_told() -> None:
    approval = {"type": "tool-approval-response", "approvalId": "a", "approved": True}
    made, lost = message("tool", [approval, 3, {"type": "text"}])
    assert made == []
    assert [entry.path for entry in lost] == ["0.content.0", "0.content.1", "0.content.2"]
    assert message("user", 3) == ([], [Lost("0.content", "a content that is neither text nor a list")])


def test_content_of_a_result_that_has_no_part_is_told() -> None:
    lost: list[Lost] = []
    output = {"type": "content", "value": [3, {"type": "text"}, {"type": "custom"}]}
    held = {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "1", "toolName": "a", "output": output}]}
    assert model_message(held, 0, lost, Unnamed())[0].parts == [result(bare=False)]
    assert len(lost) == 3
