import contextlib
import json
from enum import StrEnum
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable import Target
from sendable.conversation import Conversation, Text, ToolCall, ToolResult, dumps, loads
from sendable.errors import UnreadableError, UnsupportedContentBlockError, UsageError
from sendable.prepare import prepare
from sendable.sources.load import format_of, load
from tests.sources.damage import damaged
from tests.sources.test_flink_agents_messages import call, message

Json = dict[str, Any]

TARGET = Target(model="claude-sonnet-4-5")
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
ENVELOPE = json.dumps(
    {
        "$content_blocks": [
            {"type": "text", "text": "a chart"},
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}},
        ]
    }
)

# As 0.3.1 stores it: `model_dump(mode="json")` of each message.
OLD = [
    message("system", "Be brief."),
    message("user", "What do you see?"),
    message(
        "assistant",
        "I look.",
        call("look", {"city": "Oslo"}, id="8d3c2f0e-1111-4222-8333-444455556666", original_id="toolu_1"),
        model_name="claude-sonnet-4-5",
        promptTokens=10,
        anthropic_content_blocks=[
            {"type": "text", "text": "I look.", "citations": None},
            {"type": "tool_use", "id": "toolu_1", "name": "look", "input": {"city": "Oslo"}, "caller": None},
        ],
    ),
    message("tool", ENVELOPE, external_id="toolu_1"),
    message("assistant", "A chart."),
]


def with_blocks(role: str, *blocks: Json, **extra: Any) -> Json:
    """A message as the coming version stores it."""
    return {"role": role, "blocks": list(blocks), "tool_calls": [], "extra_args": extra}


def media(kind: str, mime_type: str, data: str) -> Json:
    unset = {"url": None, "name": None, "size_bytes": None, "sha256": None}
    return {"type": kind, "mime_type": mime_type, "data": data, **unset}


NEW = [
    with_blocks("user", {"type": "text", "text": "See:"}, media("image", "image/png", PNG)),
    {
        **with_blocks("assistant", {"type": "text", "text": "I look."}),
        "tool_calls": [call("look", {}, id="u", original_id="x")],
    },
    with_blocks("tool", {"type": "text", "text": "a chart"}, media("image", "image/png", PNG), external_id="x"),
    with_blocks("assistant", {"type": "text", "text": "A chart."}),
]


def contents(conversation: Conversation, **options: Any) -> list[Any]:
    done = prepare(conversation, TARGET, **options)
    assert done.remaining == []
    return [one["content"] for one in done.request["messages"]]


def test_stored_history_of_0_3_is_sendable() -> None:
    held = load(OLD)
    assert contents(held)[2][0]["content"] == ENVELOPE
    assert contents(held)[1] == [
        {"type": "text", "text": "I look."},
        {"type": "tool_use", "id": "toolu_1", "name": "look", "input": {"city": "Oslo"}},
    ]
    assert held.lost == []


def test_envelope_becomes_blocks_where_that_is_asked_for() -> None:
    result = contents(load(OLD, expand_content_blocks=True))[2][0]
    assert [block["type"] for block in result["content"]] == ["text", "image"]


def test_size_of_a_block_can_be_limited() -> None:
    held = load(OLD, expand_content_blocks=True, max_block_bytes=20)
    assert contents(held)[2][0]["content"] == ENVELOPE


def test_stored_history_of_the_coming_version_is_sendable() -> None:
    held = load(NEW)
    user, _, results, _ = contents(held)
    assert [block["type"] for block in user] == ["text", "image"]
    assert [block["type"] for block in results[0]["content"]] == ["text", "image"]
    assert results[0]["tool_use_id"] == "x"


def test_audio_of_a_tool_is_a_clear_error() -> None:
    held = load([*NEW[:2], with_blocks("tool", media("audio", "audio/wav", "eA=="), external_id="x")])
    with pytest.raises(UnsupportedContentBlockError, match="audio") as caught:
        prepare(held, TARGET)
    assert caught.value.path == "messages.2.parts.0.parts.0"


class Role(StrEnum):
    ASSISTANT = "assistant"
    TOOL = "tool"


class Block:
    """A block of the SDK, which can dump itself."""

    def model_dump(self, **_: Any) -> Json:
        return {"type": "text", "text": "I look."}


def test_live_messages_are_told_by_their_shape() -> None:
    calls = [{"id": UUID(int=1), "type": "function", "function": {"name": "look", "arguments": {}}, "original_id": "x"}]
    asked = SimpleNamespace(
        role=Role.ASSISTANT, content="I look.", tool_calls=calls, extra_args={"anthropic_content_blocks": [Block()]}
    )
    result = SimpleNamespace(role=Role.TOOL, content="a", tool_calls=[], extra_args={"external_id": "x"})
    assert format_of([asked, result]) == "flink-agents"
    held = load([asked, result])
    assert held.messages[0].parts == [Text(text="I look."), ToolCall(id="x", name="look")]
    assert held.messages[1].parts == [ToolResult(call_id="x", parts=[Text(text="a")], bare=True)]


def test_what_cannot_be_told_in_json_is_unreadable() -> None:
    odd = SimpleNamespace(role="user", content=object(), tool_calls=[], extra_args={})
    with pytest.raises(UnreadableError):
        load([odd])


def test_every_place_of_a_history_is_found() -> None:
    expected = load(OLD)
    event = {"type": "_chat_request_event", "attributes": {"model": "m", "messages": OLD}}
    lines = "\n".join(map(json.dumps, OLD))
    for stored in (json.dumps(OLD), {"messages": OLD}, event, lines, tuple(OLD)):
        assert format_of(stored) == "flink-agents"
        assert load(stored) == expected
    assert [one.path for one in load(lines + "\n{cut").lost] == [f"line {len(OLD) + 1}"]


def test_one_message_is_a_history_only_where_the_format_is_named() -> None:
    assert format_of(OLD[1]) != "flink-agents"
    assert load(OLD[1], "flink-agents").messages == load([OLD[1]]).messages


def test_java_names_are_read() -> None:
    java = [
        {"role": "ASSISTANT", "content": "", "toolCalls": [call("look", {}, id="u", originalId="x")], "extraArgs": {}},
        {"role": "TOOL", "content": "[{text=a, type=text}]", "toolCalls": [], "extraArgs": {"externalId": "x"}},
    ]
    assert format_of(java) == "flink-agents"
    assert load(java).messages[1].parts == [
        ToolResult(call_id="x", parts=[Text(text="[{text=a, type=text}]")], bare=True)
    ]


def test_other_histories_are_not_taken() -> None:
    assert format_of([{"role": "user", "content": "hi"}]) == "anthropic"
    assert (
        format_of([{"role": "user", "content": "hi"}, {"role": "tool", "tool_call_id": "a", "content": "x"}])
        != "flink-agents"
    )


@pytest.mark.parametrize("value", [[], {}, 3, "x", [3], {"messages": 3}, [{"role": "user"}]])
def test_what_is_no_such_history_is_unreadable(value: Any) -> None:
    with pytest.raises(UnreadableError):
        load(value, "flink-agents")


def test_limit_must_be_one() -> None:
    with pytest.raises(UsageError):
        load(OLD, max_block_bytes=0)


def test_what_was_loaded_is_stored_and_read_again() -> None:
    for history in (OLD, NEW):
        held = load(history, expand_content_blocks=True)
        assert loads(dumps(held)) == held


@given(st.sampled_from([OLD, NEW]).flatmap(damaged), st.booleans())
def test_damage_is_unreadable_or_lost(value: Any, expand: bool) -> None:
    with contextlib.suppress(UnreadableError):
        load(value, "flink-agents", expand_content_blocks=expand)
