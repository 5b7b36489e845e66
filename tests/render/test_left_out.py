import pytest

from sendable.conversation import (
    CachePoint,
    Conversation,
    Message,
    NativeCall,
    NativeResult,
    NativeTool,
    Part,
    RedactedThinking,
    Text,
    Thinking,
    Tool,
    ToolResult,
    Verbatim,
)
from sendable.render import Style, left_out, render
from sendable.targets import Target

CALL = NativeCall(provider="openai", id="a", tool="web_search")
RESULT = NativeResult(provider="openai", call_id="a", tool="web_search", content="private")


def told(*parts: Part, style: Style | None = None) -> list[str]:
    held = Conversation(messages=[Message(role="assistant", parts=list(parts))])
    found = left_out(held, style=style)
    assert not any("private" in one.what for one in found)
    return [f"{one.path}: {one.what}" for one in found]


@pytest.mark.parametrize(
    ("part", "style", "expected"),
    [
        (Thinking(text="private"), Style(), "thinking that the provider cannot take back: left out"),
        (Thinking(text="private"), Style(thinking="text"), "thinking that the provider cannot take back: told as text"),
        (RedactedThinking(data="x", provider="openai"), Style(), "encrypted thinking of another provider: left out"),
        (CALL, Style(), "a native call of another provider: told as text"),
        (CALL, Style(native="drop"), "a native call of another provider: left out"),
        (RESULT, Style(native="drop"), "a native result of another provider: left out"),
        (Verbatim(provider="openai", block={"type": "x"}), Style(), "a block of another provider: left out"),
    ],
)
def test_what_is_not_sent_as_what_it_is_has_its_place(part: Part, style: Style, expected: str) -> None:
    assert told(Text(text="a"), part, style=style) == [f"messages.0.parts.1: {expected}"]


def test_what_is_sent_is_not_named() -> None:
    own = NativeCall(provider="anthropic", id="a", tool="web_search", block={"type": "server_tool_use"})
    verbatim = Verbatim(provider="anthropic", block={"type": "text"})
    assert (
        told(Text(text="a"), Thinking(text="a", signature="s"), own, verbatim, CachePoint(), ToolResult(call_id="a"))
        == []
    )


def test_inside_of_a_result_is_looked_at() -> None:
    held = ToolResult(call_id="a", parts=[Text(text="a"), Verbatim(provider="openai", block={})])
    assert told(held) == ["messages.0.parts.0.parts.1: a block of another provider: left out"]


def test_tools_of_another_provider_are_named() -> None:
    tools: list[Tool | NativeTool] = [Tool(name="a"), NativeTool(provider="openai", definition={})]
    assert [one.path for one in left_out(Conversation(messages=[], tools=tools))] == ["tools.1"]


def test_later_system_message_is_named_where_it_is_told_as_text() -> None:
    first, later = (Message(role="system", parts=[Text(text="a")]) for _ in range(2))
    held = Conversation(messages=[first, Message(role="user", parts=[Text(text="a")]), later])
    assert [one.path for one in left_out(held, Target(model="claude-sonnet-4-5"))] == ["messages.2"]
    assert left_out(held, Target(model="claude-opus-4-8")) == []


def test_nothing_else_disappears() -> None:
    parts: list[Part] = [Text(text="a"), Thinking(text="b"), CALL, Verbatim(provider="openai", block={})]
    sent = render(Conversation(messages=[Message(role="assistant", parts=parts)]))["messages"][0]["content"]
    gone = [one for one in told(*parts) if one.endswith("left out")]
    assert len(sent) + len(gone) == len(parts)
