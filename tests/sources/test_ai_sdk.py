import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable import SendableError, Target, UnreadableError, check
from sendable.conversation import Lost
from sendable.prepare import prepare
from sendable.sources import ai_sdk
from sendable.sources.load import format_of, load
from sendable.sources.stored import stored
from sendable.wire.build import PDF, PNG
from tests.sources.damage import damaged

TARGET = Target(model="claude-sonnet-4-5")
TOOLS = [{"type": "web_search_20250305", "name": "web_search"}]

UI: list[dict[str, Any]] = [
    {"id": "1", "role": "system", "parts": [{"type": "text", "text": "Be kind."}]},
    {
        "id": "2",
        "role": "user",
        "metadata": {"createdAt": 1},
        "parts": [
            {
                "type": "text",
                "text": "Weather?",
                "providerMetadata": {"anthropic": {"cacheControl": {"type": "ephemeral"}}},
            },
            {"type": "file", "mediaType": "image/png", "url": f"data:image/png;base64,{PNG}", "filename": "a.png"},
            {"type": "file", "mediaType": "application/pdf", "url": "https://a.example/x.pdf", "filename": "x.pdf"},
            {"type": "data-location", "data": {"city": "Rome"}},
        ],
    },
    {
        "id": "3",
        "role": "assistant",
        "parts": [
            {"type": "step-start"},
            {"type": "reasoning", "text": "Hm.", "providerMetadata": {"anthropic": {"signature": "EqQBCgIYAhIM"}}},
            {"type": "reasoning", "text": "", "providerMetadata": {"anthropic": {"redactedData": "EqQBCgIYAhIM"}}},
            {"type": "text", "text": "I look it up.", "state": "done"},
            {
                "type": "tool-web_search",
                "toolCallId": "srvtoolu_1",
                "state": "output-available",
                "providerExecuted": True,
                "input": {"query": "weather"},
                "output": [
                    {
                        "type": "web_search_result",
                        "url": "https://a.example",
                        "title": "A",
                        "pageAge": None,
                        "encryptedContent": "Eu8",
                    }
                ],
            },
            {"type": "source-url", "sourceId": "s", "url": "https://a.example", "title": "A"},
            {
                "type": "tool-weather",
                "toolCallId": "toolu_1",
                "state": "output-available",
                "input": {"city": "Rome"},
                "output": {"sky": "clear"},
            },
            {
                "type": "dynamic-tool",
                "toolName": "wind",
                "toolCallId": "toolu_2",
                "state": "output-error",
                "input": {"city": "Rome"},
                "errorText": "No wind gauge",
            },
            {"type": "step-start"},
            {"type": "text", "text": "It is sunny."},
        ],
    },
    {"id": "4", "role": "user", "parts": [{"type": "text", "text": "Thanks"}]},
]
MODEL: list[dict[str, Any]] = [
    {"role": "system", "content": "Be kind."},
    {
        "role": "user",
        "content": [
            {
                "type": "text",
                "text": "Weather?",
                "providerOptions": {"anthropic": {"cacheControl": {"type": "ephemeral"}}},
            },
            {"type": "file", "mediaType": "image/png", "data": PNG, "filename": "a.png"},
            {"type": "file", "mediaType": "application/pdf", "data": "https://a.example/x.pdf", "filename": "x.pdf"},
        ],
    },
    {
        "role": "assistant",
        "content": [
            {"type": "reasoning", "text": "Hm.", "providerOptions": {"anthropic": {"signature": "EqQBCgIYAhIM"}}},
            {"type": "reasoning", "text": "", "providerOptions": {"anthropic": {"redactedData": "EqQBCgIYAhIM"}}},
            {"type": "text", "text": "I look it up."},
            {
                "type": "tool-call",
                "toolCallId": "srvtoolu_1",
                "toolName": "web_search",
                "input": {"query": "weather"},
                "providerExecuted": True,
            },
            {
                "type": "tool-result",
                "toolCallId": "srvtoolu_1",
                "toolName": "web_search",
                "output": {"type": "json", "value": UI[2]["parts"][4]["output"]},
            },
            {"type": "tool-call", "toolCallId": "toolu_1", "toolName": "weather", "input": {"city": "Rome"}},
            {"type": "tool-call", "toolCallId": "toolu_2", "toolName": "wind", "input": {"city": "Rome"}},
        ],
    },
    {
        "role": "tool",
        "content": [
            {
                "type": "tool-result",
                "toolCallId": "toolu_1",
                "toolName": "weather",
                "output": {"type": "json", "value": {"sky": "clear"}},
            },
            {
                "type": "tool-result",
                "toolCallId": "toolu_2",
                "toolName": "wind",
                "output": {"type": "error-text", "value": "No wind gauge"},
            },
        ],
    },
    {"role": "assistant", "content": [{"type": "text", "text": "It is sunny."}]},
    {"role": "user", "content": [{"type": "text", "text": "Thanks"}]},
]
SENT = [
    {
        "role": "user",
        "content": [
            {"type": "text", "text": "Weather?", "cache_control": {"type": "ephemeral"}},
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}},
            {"type": "document", "source": {"type": "url", "url": "https://a.example/x.pdf"}, "title": "x.pdf"},
        ],
    },
    {
        "role": "assistant",
        "content": [
            {"type": "thinking", "thinking": "Hm.", "signature": "EqQBCgIYAhIM"},
            {"type": "redacted_thinking", "data": "EqQBCgIYAhIM"},
            {"type": "text", "text": "I look it up."},
            {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "weather"}},
            {
                "type": "web_search_tool_result",
                "tool_use_id": "srvtoolu_1",
                "content": [
                    {
                        "type": "web_search_result",
                        "url": "https://a.example",
                        "title": "A",
                        "page_age": None,
                        "encrypted_content": "Eu8",
                    }
                ],
            },
            {"type": "tool_use", "id": "toolu_1", "name": "weather", "input": {"city": "Rome"}},
            {"type": "tool_use", "id": "toolu_2", "name": "wind", "input": {"city": "Rome"}},
        ],
    },
    {
        "role": "user",
        "content": [
            {"type": "tool_result", "tool_use_id": "toolu_1", "content": '{"sky":"clear"}'},
            {"type": "tool_result", "tool_use_id": "toolu_2", "content": "No wind gauge", "is_error": True},
        ],
    },
    {"role": "assistant", "content": [{"type": "text", "text": "It is sunny."}]},
    {"role": "user", "content": [{"type": "text", "text": "Thanks"}]},
]


@pytest.mark.parametrize("history", [UI, MODEL], ids=["ui", "model"])
def test_a_whole_history_is_sent(history: Any) -> None:
    done = prepare(history, TARGET, fields={"tools": TOOLS})
    assert done.request["messages"] == SENT
    assert "".join(block["text"] for block in _blocks(done.request["system"])) == "Be kind."
    assert (done.changes, done.remaining) == ([], [])
    assert check(done.request, TARGET) == []


def _blocks(system: Any) -> Any:
    return system if isinstance(system, list) else [{"text": system}]


@pytest.mark.parametrize("history", [UI, MODEL], ids=["ui", "model"])
def test_all_containers_are_found(history: Any) -> None:
    lines = "\n".join(json.dumps(one) for one in history)
    for data in (history, json.dumps(history), {"id": "chat", "messages": history}, lines):
        assert format_of(data) == "ai-sdk"
        assert load(data) == load(history)


def test_what_no_model_is_told_is_lost() -> None:
    assert load(UI).lost == [
        Lost("1.parts.3", "data of the application"),
        Lost("2.parts.5", "a source that an answer names"),
    ]


def test_text_alone_is_enough_for_a_ui_message() -> None:
    assert format_of([{"id": "1", "role": "user", "parts": [{"type": "text", "text": "Hi"}]}]) == "ai-sdk"


OTHERS: list[Any] = [
    [{"role": "user", "content": "Hi"}],
    [{"role": "user", "content": [{"type": "text", "text": "Hi"}]}],
    [{"role": "user", "content": [{"type": "image", "source": {"type": "base64", "data": PDF}}]}],
    [{"role": "user", "content": [{"type": "file", "file": {"file_id": "file-1"}}]}],
    [{"role": "user", "parts": [{"type": "text", "content": "Hi"}]}],
    [{"role": "user", "parts": [{"text": "Hi"}]}],
    [{"kind": "request", "parts": [{"part_kind": "user-prompt", "content": "Hi"}]}],
    [{"role": "user", "parts": []}],
    [{"role": "model", "parts": [{"type": "text", "text": "Hi"}]}],
    [],
    {},
    None,
    3,
]


@pytest.mark.parametrize("data", OTHERS, ids=range(len(OTHERS)))
def test_other_formats_are_not_taken(data: Any) -> None:
    assert not ai_sdk.detect(stored(data))


@pytest.mark.parametrize("data", ["[]", "3", "null", '"x"'])
def test_what_is_no_history_is_refused(data: str) -> None:
    with pytest.raises(UnreadableError):
        load(data, "ai-sdk")


@given(st.data())
def test_damage_is_survived(data: st.DataObject) -> None:
    held = data.draw(damaged(UI + MODEL))
    with contextlib.suppress(SendableError):
        prepare(load(held, "ai-sdk"), TARGET)
