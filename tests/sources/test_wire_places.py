from typing import Any

import pytest

from sendable import SendableError, Target, repair
from sendable.conversation import (
    Base64,
    CachePoint,
    Conversation,
    Image,
    Message,
    NativeCall,
    NativeResult,
    RedactedThinking,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Verbatim,
)
from sendable.render import Style, render
from sendable.sources.wire_places import Former, aligned, blocks_of
from sendable.wire.build import assistant, native_call, request, text, tool_result, tool_use, user

TARGET = Target(model="claude-sonnet-4-5")
HEARS = Target(model="claude-opus-4-8")


def conversation() -> Conversation:
    native = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}
    return Conversation(
        messages=[
            Message(role="system", parts=[Text(text="Be kind.")]),
            Message(role="user", parts=[Text(text="Hi")], bare=True),
            Message(
                role="assistant",
                parts=[
                    Thinking(text="Hm.", signature="c2ln"),
                    Thinking(text="Hm?", signature="c2ln", provider="openai"),
                    RedactedThinking(data="ZGF0YQ=="),
                    NativeCall(provider="anthropic", id="srvtoolu_1", tool="web_search", block=native),
                    NativeCall(provider="openai", id="ws_1", tool="web_search", arguments={"q": 1}),
                    NativeResult(provider="openai", call_id="ws_1", tool="web_search", content="x"),
                    Verbatim(provider="openai", block={"type": "new"}),
                    Text(text="[mine]"),
                    ToolCall(id="toolu_1", name="f"),
                ],
            ),
            Message(role="system", parts=[Text(text="Be brief.")]),
            Message(role="tool", parts=[ToolResult(call_id="toolu_1", parts=[Text(text="x")], bare=True)]),
            Message(
                role="user",
                parts=[Image(source=Base64(data="AA==", media_type="image/png")), CachePoint(), Text(text="Be brief.")],
            ),
        ]
    )


@pytest.mark.parametrize("target", [TARGET, HEARS], ids=["told", "heard"])
@pytest.mark.parametrize(
    "style", [Style(), Style(thinking="text"), Style(native="drop")], ids=["plain", "text", "drop"]
)
def test_every_block_finds_its_part(target: Target, style: Style) -> None:
    held = conversation()
    sent = render(held, target, style=style)
    found = aligned(held, sent)
    assert len(found) == sum(len(blocks_of(message)) for message in sent["messages"])
    for (message, block), (at, part_at) in found.items():
        part = held.messages[at].parts[part_at]
        told = blocks_of(sent["messages"][message])[block]
        if isinstance(part, Text):
            assert told["text"] == part.text
        elif isinstance(part, ToolCall | ToolResult | Image):
            assert told["type"] in ("tool_use", "tool_result", "image")
    assert len(set(found.values())) == len(found)


@pytest.mark.parametrize(
    "change", [lambda sent: sent["messages"].pop(), lambda sent: sent["messages"].append(user("More"))]
)
def test_request_of_another_conversation_is_noticed(change: Any) -> None:
    sent = render(conversation(), TARGET)
    change(sent)
    with pytest.raises(SendableError, match="not rendered from this history"):
        aligned(conversation(), sent)


def former(held: Any) -> tuple[Former, list[Any]]:
    repaired = repair(held, TARGET)
    return Former(held, repaired), repaired.request["messages"]


def test_kept_blocks_are_the_same() -> None:
    before, messages = former(request(user("Hi"), assistant(native_call(), text("Hello")), user("More")))
    assert before.block((1, 0), messages[1]["content"][0]) == ((1, 1), "same")
    assert before.message(1) == 1


def test_blocks_that_were_put_in_are_new() -> None:
    held = request(user("Hi"), assistant(tool_use("toolu_1"), tool_use("toolu_2")), user(tool_result("toolu_1")))
    before, messages = former(held)
    assert before.block((2, 0), messages[2]["content"][0]) == ((2, 0), "same")
    assert before.block((2, 1), messages[2]["content"][1])[1] == "new"


def test_messages_that_were_put_in_have_no_former_place() -> None:
    before, messages = former(request(user("Hi"), assistant(tool_use())))
    assert before.message(2) is None
    assert before.block((2, 0), messages[2]["content"][0])[1] == "new"


def test_edited_blocks_know_what_they_were() -> None:
    held = request(user("Hi"), assistant(tool_use("odd|id")), user(tool_result("odd|id")))
    before, messages = former(held)
    place, relation = before.block((1, 0), messages[1]["content"][0])
    assert (place, relation) == ((1, 0), "edited")
    assert before.value((1, 0))["id"] == "odd|id"


def test_bare_string_is_a_block_of_its_own() -> None:
    before, messages = former(request(user("Go on"), assistant("Once upon a time ")))
    assert before.block((1, 0), blocks_of(messages[1])[0]) == ((1, 0), "new")
    assert before.block((0, 0), blocks_of(messages[0])[0]) == ((0, 0), "same") or messages[0]["content"] == "Go on"
