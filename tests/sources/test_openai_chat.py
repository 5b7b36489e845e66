import json
from typing import Any

import pytest

from sendable.conversation import CachePoint, Message, RedactedThinking, Text, Thinking, Tool, ToolCall, ToolResult
from sendable.errors import UnreadableError, UsageError
from sendable.prepare import prepare
from sendable.sources import openai_chat
from sendable.sources.load import format_of, load
from sendable.targets import Target

TARGET = Target(model="claude-sonnet-4-5")

CALL = {"id": "call_a", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Rome"}'}}
MESSAGES: list[Any] = [
    {"role": "developer", "content": "Be kind."},
    {"role": "user", "content": "Weather?"},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "call_a", "content": "Sunny"},
    {"role": "assistant", "content": "It is sunny."},
]
TOOL = {"type": "function", "function": {"name": "weather", "description": "Asks.", "parameters": {"type": "object"}}}
BODY = {"model": "gpt-5", "messages": MESSAGES, "tools": [TOOL], "max_completion_tokens": 99, "stop": "END"}

EXPECTED = [
    Message(role="system", parts=[Text(text="Be kind.")], bare=True),
    Message(role="user", parts=[Text(text="Weather?")], bare=True),
    Message(role="assistant", parts=[ToolCall(id="call_a", name="weather", arguments={"city": "Rome"})]),
    Message(role="tool", parts=[ToolResult(call_id="call_a", parts=[Text(text="Sunny")], bare=True)]),
    Message(role="assistant", parts=[Text(text="It is sunny.")], bare=True),
]


def lines(*bodies: Any) -> bytes:
    return b"\n".join(json.dumps(body).encode() for body in bodies) + b"\n"


def test_list_and_body_and_line_load_the_same() -> None:
    batch = {"custom_id": "a", "method": "POST", "url": "/v1/chat/completions", "body": BODY}
    for data in (MESSAGES, BODY, json.dumps(MESSAGES), lines(BODY), lines(batch), lines(*MESSAGES), [BODY]):
        assert format_of(data) == "openai-chat"
        assert load(data).messages == EXPECTED


def test_body_gives_tools_and_settings() -> None:
    held = load(BODY)
    assert held.tools == [Tool(name="weather", description="Asks.", schema={"type": "object"})]
    assert held.settings == {"max_tokens": 99, "stop_sequences": ["END"]}
    assert [lost.path for lost in held.lost] == ["model"]
    assert prepare(BODY, TARGET).request == {
        "model": "claude-sonnet-4-5",
        "max_tokens": 99,
        "tools": [{"name": "weather", "description": "Asks.", "input_schema": {"type": "object"}}],
        "system": [{"type": "text", "text": "Be kind."}],
        "messages": [
            {"role": "user", "content": "Weather?"},
            {
                "role": "assistant",
                "content": [{"type": "tool_use", "id": "call_a", "name": "weather", "input": {"city": "Rome"}}],
            },
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": "call_a", "content": "Sunny"}],
            },
            {"role": "assistant", "content": "It is sunny."},
        ],
        "stop_sequences": ["END"],
    }


def test_objects_of_the_library_load_like_what_it_stores() -> None:
    chat = pytest.importorskip("openai.types.chat")
    said = {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "gpt-5",
        "choices": [{"index": 0, "finish_reason": "tool_calls", "message": MESSAGES[2]}],
    }
    answer = chat.ChatCompletion.model_validate(said).choices[0].message
    with_object = [*MESSAGES[:2], answer, *MESSAGES[3:]]
    with_calls = [*MESSAGES[:2], {**MESSAGES[2], "tool_calls": answer.tool_calls}, *MESSAGES[3:]]
    dumped = [*MESSAGES[:2], answer.model_dump(), *MESSAGES[3:]]
    for data in (with_object, with_calls, dumped, {"messages": with_object}, json.dumps(dumped)):
        assert format_of(data) == "openai-chat"
        assert load(data).messages == EXPECTED
        assert load(data).lost == []


def test_custom_calls_of_the_library_load() -> None:
    chat = pytest.importorskip("openai.types.chat")
    call = chat.ChatCompletionMessageCustomToolCall.model_validate(
        {"id": "call_c", "type": "custom", "custom": {"name": "sql", "input": "SELECT 1"}}
    )
    answer = chat.ChatCompletionMessage(role="assistant", content=None, tool_calls=[call])
    held = load([{"role": "user", "content": "Ask"}, answer])
    assert held.messages[1].parts == [ToolCall(id="call_c", name="sql", arguments={"input": "SELECT 1"})]


def test_several_lines_ask_for_a_choice() -> None:
    data = lines(BODY, {"messages": MESSAGES[:2]})
    assert format_of(data) == "openai-chat"
    with pytest.raises(UsageError, match=r"2 conversations, on lines 1 to 2: choose one with the option `line`"):
        load(data)
    assert len(load(data, "openai-chat", line=2).messages) == 2
    with pytest.raises(UsageError, match="no conversation on line 7"):
        load(data, "openai-chat", line=7)
    assert [(number, len(held.messages)) for number, held in openai_chat.load_all(data)] == [(1, 5), (2, 2)]


def test_cut_line_is_told() -> None:
    held = load(lines(BODY) + b'{"messages": [{"role": "us')
    assert held.messages == EXPECTED
    assert [lost.path for lost in held.lost] == ["line 2", "model"]


@pytest.mark.parametrize(
    ("mark", "is_chat"),
    [
        ({"role": "assistant", "content": "", "tool_calls": [CALL]}, True),
        ({"role": "tool", "tool_call_id": "a", "content": "x"}, True),
        ({"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://x.test/a.png"}}]}, True),
        ({"role": "user", "content": [{"type": "input_audio", "input_audio": {}}]}, True),
        ({"role": "user", "content": "plain"}, False),
        ({"role": "user", "content": [{"type": "text", "text": "plain"}]}, False),
        ({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a"}]}, False),
        ({"role": "user", "content": [{"type": "input_text", "text": "x"}]}, False),
        ({"role": "tool", "content": [{"type": "tool_result", "tool_use_id": "a"}]}, False),
        ({"role": "user", "parts": [{"type": "text", "text": "x"}]}, False),
        ({"role": "assistant", "content": "x", "tool_calls": [CALL], "extra_args": {}}, False),
        ({"type": "human", "data": {"content": "x"}}, False),
    ],
)
def test_marks_tell_chat_from_other_formats(mark: Any, is_chat: bool) -> None:
    data = [{"role": "user", "content": "hi"}, mark]
    assert (format_of(data) == "openai-chat") is is_chat
    assert (format_of({"messages": data}) == "openai-chat") is is_chat


def test_system_first_is_chat_and_tools_are_telling() -> None:
    plain = [{"role": "user", "content": "hi"}]
    assert format_of([{"role": "system", "content": "s"}, *plain]) == "openai-chat"
    assert format_of({"messages": plain, "tools": [TOOL]}) == "openai-chat"
    assert format_of({"messages": plain, "system": "s"}) == "anthropic"
    assert format_of({"messages": plain, "tools": [{"name": "a", "input_schema": {}}]}) == "anthropic"
    assert load(plain, "openai-chat").messages == load(plain, "anthropic").messages


def test_message_says_what_it_cannot_carry() -> None:
    held = openai_chat.load(
        [
            {"role": "user", "name": "ann", "content": "hi"},
            {
                "role": "assistant",
                "content": None,
                "audio": {"id": "a", "transcript": "Hello"},
                "annotations": [{"type": "url_citation"}],
                "novel": 1,
            },
            {"role": "assistant", "content": [{"type": "hologram"}, 7]},
            {"role": "wizard", "content": "x"},
        ]
    )
    assert [lost.path for lost in held.lost] == [
        "messages.0.name",
        "messages.1.novel",
        "messages.1.annotations",
        "messages.1.audio",
        "messages.2.content.0",
        "messages.2.content.1",
        "messages.3.role",
    ]
    assert held.messages[1].parts == [Text(text="Hello")]


def test_legacy_function_calls_are_answered_in_turn() -> None:
    call = {"role": "assistant", "content": None, "function_call": {"name": "weather", "arguments": ""}}
    answer = {"role": "function", "name": "weather", "content": "Sunny"}
    held = load([{"role": "user", "content": "Weather?"}, call, answer, call, answer])
    assert [part for message in held.messages[1:] for part in message.parts] == [
        ToolCall(id="call_1_0", name="weather"),
        ToolResult(call_id="call_1_0", parts=[Text(text="Sunny")], bare=True, name="weather"),
        ToolCall(id="call_3_0", name="weather"),
        ToolResult(call_id="call_3_0", parts=[Text(text="Sunny")], bare=True, name="weather"),
    ]
    assert prepare(held, TARGET).changes == []


def test_thinking_of_gateways_is_kept() -> None:
    blocks = [
        {"type": "thinking", "thinking": "hm", "signature": "c2ln"},
        {"type": "redacted_thinking", "data": "eA=="},
    ]
    held = load([{"role": "assistant", "content": "a", "thinking_blocks": blocks, "reasoning_content": "hm"}])
    assert held.messages[0].parts == [
        Thinking(text="hm", signature="c2ln"),
        RedactedThinking(data="eA=="),
        Text(text="a"),
    ]
    held = load([{"role": "assistant", "content": "a", "reasoning_content": "hm"}])
    assert held.messages[0].parts == [Thinking(text="hm", provider=None), Text(text="a")]


def test_cache_marks_become_cache_points() -> None:
    ephemeral = {"type": "ephemeral", "ttl": "1h"}
    held = load(
        [
            {"role": "system", "content": [{"type": "text", "text": "s", "cache_control": ephemeral}]},
            {"role": "user", "content": "hi", "cache_control": ephemeral},
            {"role": "tool", "tool_call_id": "a", "content": "x", "cache_control": {"type": "ephemeral"}},
        ]
    )
    assert [message.parts[-1] for message in held.messages] == [
        CachePoint(ttl="1h"),
        CachePoint(ttl="1h"),
        CachePoint(),
    ]


@pytest.mark.parametrize("data", [[], {}, [1], "[]", "1", '"x"', {"messages": "x"}, [[]]])
def test_what_is_no_chat_is_unreadable(data: Any) -> None:
    with pytest.raises(UnreadableError):
        load(data, "openai-chat")
