import msgspec
import pytest

from sendable.conversation import (
    Base64,
    CachePoint,
    Conversation,
    Document,
    Image,
    Message,
    NativeCall,
    NativeTool,
    Parts,
    Raw,
    Text,
    Thinking,
    Tool,
    ToolCall,
    ToolResult,
    Verbatim,
    dumps,
    from_json,
    loads,
)
from sendable.errors import UnreadableError

EVERYTHING = Conversation(
    system=[Text(text="Be kind."), CachePoint(ttl="1h")],
    tools=[Tool(name="search"), NativeTool(provider="anthropic", definition={"type": "web_search_20250305"})],
    settings={"model": "claude-sonnet-4-5"},
    messages=[
        Message(role="user", parts=[Text(text="hi")], bare=True),
        Message(
            role="assistant",
            parts=[
                Thinking(text="hm", signature="sig", model="claude-opus-5-5"),
                ToolCall(id="a", name="search", arguments={"q": 1}, extra={"caller": {"type": "direct"}}),
                NativeCall(provider="openai", id="ws_1", tool="web_search", arguments={}),
                Verbatim(provider="anthropic", block={"type": "compaction", "content": "x"}),
            ],
        ),
        Message(
            role="tool",
            parts=[
                ToolResult(
                    call_id="a",
                    parts=[
                        Text(text="x"),
                        Image(source=Raw(data=b"\x89PNG", media_type="image/png")),
                        Document(source=Parts(parts=[Text(text="y")]), name="notes"),
                        Document(source=Base64(data="eA==", media_type="text/plain")),
                    ],
                    is_error=False,
                )
            ],
        ),
    ],
)


def test_what_was_dumped_loads_equal() -> None:
    assert loads(dumps(EVERYTHING)) == EVERYTHING
    assert dumps(loads(dumps(EVERYTHING))) == dumps(EVERYTHING)


def test_json_names_its_version() -> None:
    assert msgspec.json.decode(dumps(EVERYTHING))["sendable_conversation"] == 1


def test_newer_version_is_refused() -> None:
    with pytest.raises(UnreadableError, match="version 2"):
        loads('{"sendable_conversation": 2, "messages": []}')


@pytest.mark.parametrize("data", ["", "[]", '{"messages": 1}', '{"sendable_conversation": 1}', "\x00"])
def test_what_is_no_conversation_is_unreadable(data: str) -> None:
    with pytest.raises(UnreadableError):
        loads(data)


def test_lone_surrogate_is_stored_and_read_again() -> None:
    held = Conversation(messages=[Message(role="user", parts=[Text(text="\ud83d")])])
    assert dumps(held).isascii()
    assert loads(dumps(held)) == held


def test_value_that_was_decoded_already_is_a_conversation_too() -> None:
    assert from_json(msgspec.json.decode(dumps(EVERYTHING))) == EVERYTHING


@pytest.mark.parametrize("value", [None, [], {"messages": 1}, {"sendable_conversation": 2, "messages": []}])
def test_other_values_are_unreadable(value: object) -> None:
    with pytest.raises(UnreadableError):
        from_json(value)


def test_no_message_of_an_error_holds_what_was_said() -> None:
    with pytest.raises(UnreadableError) as caught:
        from_json({"messages": [{"role": "secret", "parts": [{"part": "secret"}]}]})
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("message", [{"role": "\ud800", "parts": []}, {"role": "user", "parts": [{"part": "\ud800"}]}])
def test_a_surrogate_in_place_of_a_word_is_unreadable(message: object) -> None:
    with pytest.raises(UnreadableError, match="no text"):
        from_json({"sendable_conversation": 1, "messages": [message]})


@pytest.mark.parametrize("version", [0, -5])
def test_a_version_below_the_first_is_none(version: int) -> None:
    with pytest.raises(UnreadableError, match="no version"):
        from_json({"sendable_conversation": version, "messages": []})
