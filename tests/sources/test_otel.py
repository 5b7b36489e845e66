import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable import SendableError, Target, UnreadableError, check
from sendable.conversation import Lost, Text, Tool
from sendable.prepare import prepare
from sendable.sources import otel
from sendable.sources.load import format_of, load
from sendable.sources.stored import stored
from sendable.wire.build import PDF, PNG
from tests.sources.damage import damaged

TARGET = Target(model="claude-sonnet-4-5")

MESSAGES: list[dict[str, Any]] = [
    {
        "role": "user",
        "parts": [
            {"type": "text", "content": "Weather?"},
            {"type": "blob", "modality": "image", "mime_type": "image/png", "content": PNG},
            {"type": "uri", "modality": "document", "mime_type": "application/pdf", "uri": "https://a.example/x.pdf"},
            {"type": "file", "modality": "document", "file_id": "file_1"},
        ],
    },
    {
        "role": "assistant",
        "parts": [
            {"type": "reasoning", "content": "Hm."},
            {"type": "text", "content": "Let me see."},
            {"type": "tool_call", "id": "call_1", "name": "weather", "arguments": {"city": "Rome"}},
            {"type": "tool_call", "id": "call_2", "name": "wind", "arguments": '{"city": "Rome"}'},
        ],
    },
    {
        "role": "tool",
        "parts": [
            {"type": "tool_call_response", "id": "call_1", "response": {"sky": "clear"}},
            {"type": "tool_call_response", "id": "call_2", "response": "None"},
        ],
    },
]
OUTPUT: list[dict[str, Any]] = [
    {"role": "assistant", "parts": [{"type": "text", "content": "It is sunny."}], "finish_reason": "stop"},
]
ATTRIBUTES = {
    "gen_ai.provider.name": "anthropic",
    "gen_ai.request.model": "claude-sonnet-4-5",
    "gen_ai.request.max_tokens": 512,
    "gen_ai.system_instructions": json.dumps([{"type": "text", "content": "Be kind."}]),
    "gen_ai.input.messages": json.dumps(MESSAGES),
    "gen_ai.output.messages": json.dumps(OUTPUT),
    "gen_ai.tool.definitions": json.dumps([{"type": "function", "name": "weather", "parameters": {"type": "object"}}]),
}
SENT: list[dict[str, Any]] = [
    {
        "role": "user",
        "content": [
            {"type": "text", "text": "Weather?"},
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}},
            {"type": "document", "source": {"type": "url", "url": "https://a.example/x.pdf"}},
            {"type": "document", "source": {"type": "file", "file_id": "file_1"}},
        ],
    },
    {
        "role": "assistant",
        "content": [
            {"type": "text", "text": "Let me see."},
            {"type": "tool_use", "id": "call_1", "name": "weather", "input": {"city": "Rome"}},
            {"type": "tool_use", "id": "call_2", "name": "wind", "input": {"city": "Rome"}},
        ],
    },
    {
        "role": "user",
        "content": [
            {"type": "tool_result", "tool_use_id": "call_1", "content": '{"sky":"clear"}'},
            {"type": "tool_result", "tool_use_id": "call_2", "content": "None"},
        ],
    },
    {"role": "assistant", "content": [{"type": "text", "text": "It is sunny."}]},
]


def exported(value: Any) -> Any:
    """A value as OTLP's JSON has it."""
    if isinstance(value, dict):
        return {"kvlistValue": {"values": pairs(value)}}
    if isinstance(value, list):
        return {"arrayValue": {"values": [exported(one) for one in value]}}
    return {"intValue": str(value)} if isinstance(value, int) else {"stringValue": value}


def pairs(held: dict[str, Any]) -> list[Any]:
    return [{"key": name, "value": exported(value)} for name, value in held.items()]


SPAN = {"name": "chat", "attributes": ATTRIBUTES}
EARLIER = {"name": "chat", "attributes": {"gen_ai.input.messages": json.dumps(MESSAGES[:1])}}
OTHER = {"name": "execute_tool", "attributes": {"gen_ai.tool.name": "weather"}}
FORMS: dict[str, Any] = {
    "attributes": ATTRIBUTES,
    "span": SPAN,
    "spans": [EARLIER, OTHER, SPAN, OTHER],
    "lines": "\n".join(json.dumps(one) for one in (EARLIER, SPAN, OTHER)),
    "event": {"name": "chat", "attributes": {}, "events": [{"name": "gen_ai.details", "attributes": ATTRIBUTES}]},
    "OTLP": {"resourceSpans": [{"scopeSpans": [{"spans": [{"name": "chat", "attributes": pairs(ATTRIBUTES)}]}]}]},
    "OTLP log": {
        "resourceLogs": [
            {
                "scopeLogs": [
                    {
                        "logRecords": [
                            {"attributes": pairs({**ATTRIBUTES, "gen_ai.input.messages": MESSAGES})},
                        ]
                    }
                ]
            }
        ]
    },
    "as values": {**ATTRIBUTES, "gen_ai.input.messages": MESSAGES, "gen_ai.output.messages": OUTPUT},
}


@pytest.mark.parametrize("form", FORMS)
def test_all_containers_hold_the_same_history(form: str) -> None:
    data = FORMS[form]
    assert format_of(data) == "otel"
    assert load(data) == load(ATTRIBUTES)


def test_a_whole_history_is_sent() -> None:
    conversation = load(ATTRIBUTES)
    assert conversation.system == [Text(text="Be kind.")]
    assert conversation.tools == [Tool(name="weather", schema={"type": "object"})]
    assert conversation.settings == {"model": "claude-sonnet-4-5", "max_tokens": 512}
    assert conversation.lost == []
    done = prepare(ATTRIBUTES, TARGET)
    assert done.request["messages"] == SENT
    assert (done.changes, done.remaining) == ([], [])
    assert check(done.request, TARGET) == []


def test_messages_alone_are_a_history() -> None:
    assert format_of(MESSAGES) == "otel"
    assert load(MESSAGES).messages == load({"gen_ai.input.messages": MESSAGES}).messages


def test_what_is_cut_off_is_passed_by_or_refused() -> None:
    cut = {"attributes": {"gen_ai.input.messages": json.dumps(MESSAGES)[:100]}}
    assert load([SPAN, cut]) == load(SPAN)
    with pytest.raises(UnreadableError, match="cut off"):
        load(cut)


def test_settings_of_another_provider_are_not_taken() -> None:
    assert load({**ATTRIBUTES, "gen_ai.request.model": "gpt-5"}).settings == {}


def test_instructions_may_be_plain_text() -> None:
    held = load({**ATTRIBUTES, "gen_ai.system_instructions": "Be kind."})
    assert held.system == [Text(text="Be kind.")]


def test_what_has_no_part_is_told() -> None:
    odd = {"role": "narrator", "name": "Ann", "parts": [{"type": "brand_new"}, {"type": "text", "content": "x"}]}
    held = load({"gen_ai.input.messages": [*MESSAGES, odd, 3]})
    assert held.lost == [
        Lost("3.name", "the name of who speaks"),
        Lost("3.role", "a role that is unknown; told as the user's"),
        Lost("3.parts.0", "a part of a kind that is not known here"),
        Lost("4", "an entry that is no message"),
    ]


@pytest.mark.parametrize("version", [5, 6])
def test_what_pydantic_ai_records_gives_what_it_said(version: Any) -> None:
    said = pytest.importorskip("pydantic_ai.messages", reason="needs pydantic-ai-slim")
    instrumented = pytest.importorskip("pydantic_ai.models.instrumented", reason="needs pydantic-ai-slim")
    picture = said.BinaryContent(b"\x89PNG\r\n\xff\xfe", media_type="image/png")
    found = [{"type": "web_search_result", "url": "https://a.example", "title": "A", "encrypted_content": "Eu8"}]
    search = {"tool_name": "web_search", "tool_call_id": "srvtoolu_1", "provider_name": "anthropic"}
    history = [
        said.ModelRequest(
            parts=[
                said.UserPromptPart(["Weather?", picture, said.DocumentUrl("https://a.example/x.pdf")]),
            ]
        ),
        said.ModelResponse(
            parts=[
                said.NativeToolCallPart(args={"query": "weather"}, **search),
                said.NativeToolReturnPart(content=found, **search),
                said.TextPart("Let me see."),
                said.ToolCallPart("weather", {"city": "Rome"}, tool_call_id="toolu_1"),
                said.ToolCallPart("wind", '{"city": "Ro', tool_call_id="toolu_2"),
            ],
            provider_name="anthropic",
        ),
        said.ModelRequest(
            parts=[
                said.ToolReturnPart("weather", ["Sunny", picture], tool_call_id="toolu_1"),
                said.ToolReturnPart("wind", {"knots": 3}, tool_call_id="toolu_2"),
            ]
        ),
    ]
    recorded = instrumented.InstrumentationSettings(version=version).messages_to_otel_messages(history)
    attributes = {"pydantic_ai.all_messages": json.dumps(recorded)}
    fields = {"tools": [{"type": "web_search_20250305", "name": "web_search"}]}
    assert format_of(attributes) == format_of(recorded) == "otel"
    from_telemetry = prepare(attributes, TARGET, fields=fields)
    from_history = json.dumps(prepare(history, TARGET, fields=fields).request)
    # Whether a tool failed is not recorded.
    assert json.dumps(from_telemetry.request) == from_history.replace(', "is_error": false', "")
    assert from_telemetry.remaining == []


def test_live_spans_are_read() -> None:
    trace = pytest.importorskip("opentelemetry.sdk.trace", reason="needs opentelemetry-sdk")
    span = trace.TracerProvider().get_tracer("test").start_span("chat", attributes=ATTRIBUTES)
    span.end()
    assert format_of(span) == "otel"
    assert load([span]) == load(ATTRIBUTES)


OTHERS: list[Any] = [
    [{"role": "user", "content": "Hi"}],
    [{"role": "user", "parts": [{"type": "text", "text": "Hi"}]}],
    [{"role": "user", "parts": [{"text": "Hi"}]}],
    [{"kind": "request", "parts": [{"part_kind": "user-prompt", "content": "Hi"}]}],
    {"messages": [{"role": "user", "content": "Hi"}]},
    {"attributes": {"gen_ai.request.model": "claude-sonnet-4-5"}},
    {"attributes": 3, "events": [3]},
    [],
    {},
    None,
    3,
    PDF,
]


@pytest.mark.parametrize("data", OTHERS, ids=range(len(OTHERS)))
def test_other_formats_are_not_taken(data: Any) -> None:
    assert not otel.detect(stored(json.dumps(data)))


@pytest.mark.parametrize("data", ["[]", "{}", "3", "null", '[{"x": 1}]'])
def test_what_is_no_history_is_refused(data: str) -> None:
    with pytest.raises(UnreadableError):
        load(data, "otel")


@given(st.data())
def test_damage_is_survived(data: st.DataObject) -> None:
    whole = {"resourceSpans": [{"attributes": {**ATTRIBUTES, "gen_ai.input.messages": MESSAGES}}], "events": [SPAN]}
    held = data.draw(st.sampled_from([whole, MESSAGES]).flatmap(damaged))
    with contextlib.suppress(SendableError):
        prepare(load(held, "otel"), TARGET)


def test_media_in_the_system_prompt_are_kept_for_the_rendering_to_refuse() -> None:
    picture = {"type": "blob", "modality": "image", "mime_type": "image/png", "content": PNG}
    asked = [{"role": "user", "parts": [{"type": "text", "content": "Hi"}]}]
    held = {"gen_ai.system_instructions": [{"type": "text", "content": "s"}, picture], "gen_ai.input.messages": asked}
    with pytest.raises(SendableError, match="not system messages"):
        prepare(load([held], "otel"), TARGET)
