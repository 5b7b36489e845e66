import copy
import json
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sendable import check
from sendable.conversation import (
    Base64,
    CachePoint,
    Conversation,
    Document,
    Image,
    Message,
    NativeCall,
    NativeResult,
    Part,
    RedactedThinking,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Verbatim,
)
from sendable.render import Style, render
from sendable.targets import Target

Json = dict[str, Any]

PNG = Image(source=Base64(data="iVBORw0KGgo=", media_type="image/png"))
NOTES = Document(source=Base64(data="T3Nsbw==", media_type="text/plain"), name="notes")
IDS = st.sampled_from(["a", "b", "c"])
TEXTS = st.sampled_from([Text(text="x"), Text(text="y", extra={"citations": []}), Text(text="")])
POINTS = st.sampled_from([CachePoint(), CachePoint(ttl="1h")])
HELD: st.SearchStrategy[list[Part]] = st.lists(st.one_of(TEXTS, st.sampled_from([PNG, NOTES])), max_size=2)
RESULTS = st.builds(ToolResult, call_id=IDS, parts=HELD, is_error=st.sampled_from([None, True]))
SAID: st.SearchStrategy[Part] = st.one_of(
    TEXTS,
    st.builds(ToolCall, id=IDS, name=st.just("look"), arguments=st.just({"q": 1})),
    st.sampled_from(
        [
            Thinking(text="hm", signature="c2ln"),
            Thinking(text="hm"),
            RedactedThinking(data="x", provider="openai"),
            NativeCall(provider="openai", id="w", tool="web_search", arguments={}),
            NativeResult(provider="openai", call_id="w", tool="web_search", content={}),
            Verbatim(provider="anthropic", block={"type": "compaction", "content": "x"}),
            Verbatim(provider="openai", block={"type": "x"}),
        ]
    ),
    POINTS,
)
MESSAGES = st.one_of(
    st.builds(Message, role=st.just("user"), parts=st.lists(st.one_of(TEXTS, POINTS, st.just(PNG)), max_size=3)),
    st.builds(Message, role=st.just("user"), parts=st.just([Text(text="hi")]), bare=st.just(True)),
    st.builds(Message, role=st.just("user"), parts=st.lists(RESULTS, min_size=1, max_size=2)),
    st.builds(Message, role=st.just("assistant"), parts=st.lists(SAID, max_size=4)),
    st.builds(Message, role=st.just("tool"), parts=st.lists(st.one_of(RESULTS, POINTS), max_size=2)),
    st.builds(Message, role=st.just("system"), parts=st.lists(TEXTS, min_size=1, max_size=1), bare=st.booleans()),
)
FIRST = Message(role="user", parts=[Text(text="hi")], bare=True)
TARGETS = [Target(model="claude-sonnet-4-5"), Target(model="claude-opus-4-8"), Target(model="claude-sonnet-5")]
STYLES = [Style(), Style(text_results="string", thinking="text", native="drop"), Style(text_results="blocks")]


def blocks_of(request: Json) -> list[tuple[str, Json]]:
    """The blocks with who said them, without breakpoints."""
    blocks = []
    for message in request["messages"]:
        content = message["content"]
        listed = [{"type": "text", "text": content}] if isinstance(content, str) else content
        for block in listed:
            blocks.append((message["role"], {key: held for key, held in block.items() if key != "cache_control"}))
    return blocks


def keeps_system_waiting(messages: list[Message]) -> bool:
    """Whether a system message stands at the end behind calls that nobody answered so far."""
    waiting = False
    asked: set[str] = set()
    for message in messages:
        calls = {part.id for part in message.parts if isinstance(part, ToolCall)}
        results = {part.call_id for part in message.parts if isinstance(part, ToolResult)}
        nothing = bool(message.parts) and all(isinstance(part, CachePoint) for part in message.parts)
        if message.role == "assistant":
            asked, waiting = asked | calls, False
        elif message.role == "system":
            waiting = bool(asked)
        elif results or message.role == "tool":
            asked -= results
            waiting = waiting and bool(asked)
        else:
            asked, waiting = asked if nothing else set(), False
    return waiting


@given(st.lists(MESSAGES, max_size=8), st.integers(0, 8), st.sampled_from(TARGETS), st.sampled_from(STYLES))
def test_appended_conversation_starts_with_the_blocks_of_the_shorter(
    messages: list[Message], cut: int, target: Target, style: Style
) -> None:
    shorter = [FIRST, *messages[:cut]]
    assume(not keeps_system_waiting(shorter))
    first = blocks_of(render(Conversation(messages=shorter), target, style=style))
    second = blocks_of(render(Conversation(messages=[FIRST, *messages]), target, style=style))
    assert second[: len(first)] == first


@given(st.lists(MESSAGES, max_size=8), st.sampled_from(TARGETS))
def test_rendering_is_the_same_every_time_and_changes_nothing(messages: list[Message], target: Target) -> None:
    conversation = Conversation(messages=[FIRST, *messages])
    before = copy.deepcopy(conversation)
    assert json.dumps(render(conversation, target)) == json.dumps(render(conversation, target))
    assert conversation == before


@given(st.lists(MESSAGES, max_size=8), st.sampled_from(TARGETS))
def test_whatever_was_said_can_be_judged(messages: list[Message], target: Target) -> None:
    check(render(Conversation(messages=[FIRST, *messages]), target), target)


def test_what_is_rendered_shares_no_list_with_the_next_rendering() -> None:
    conversation = Conversation(messages=[FIRST, Message(role="user", parts=[Text(text="a")])])
    render(conversation)["messages"][1]["content"].append("spoilt")
    assert render(conversation)["messages"][1]["content"] == [{"type": "text", "text": "a"}]


def test_a_block_that_goes_back_verbatim_is_not_marked_in_place() -> None:
    block = {"type": "compaction", "content": "x"}
    parts: list[Part] = [Verbatim(provider="anthropic", block=block), CachePoint()]
    rendered = render(Conversation(messages=[FIRST, Message(role="assistant", parts=parts)]))
    assert rendered["messages"][1]["content"][0]["cache_control"] == {"type": "ephemeral"}
    assert block == {"type": "compaction", "content": "x"}


@pytest.mark.parametrize("target", [None, Target()])
def test_no_target_is_the_api_and_no_model(target: Target | None) -> None:
    assert render(Conversation(messages=[FIRST]), target).keys() == {"max_tokens", "messages"}


def test_model_of_the_settings_says_whether_a_system_message_is_heard() -> None:
    later = [FIRST, Message(role="system", parts=[Text(text="Be brief.")])]
    heard = render(Conversation(messages=later, settings={"model": "claude-opus-4-8"}))
    told = render(
        Conversation(messages=later, settings={"model": "claude-opus-4-8"}), fields={"model": "claude-sonnet-5"}
    )
    assert heard["messages"][1]["role"] == "system"
    assert told["messages"][1]["role"] == "user"
