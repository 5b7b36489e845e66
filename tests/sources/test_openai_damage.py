"""Both OpenAI sources over histories in which any value may be anything."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sendable.conversation import dumps, loads
from sendable.errors import SendableError, UnreadableError
from sendable.prepare import prepare
from sendable.sources.load import format_of, load
from sendable.targets import Target
from tests.sources.scripted_agent import ANSWERS

CHAT: Any = {
    "model": "gpt-5",
    "tools": [{"type": "function", "function": {"name": "a", "parameters": {"type": "object"}, "strict": True}}],
    "tool_choice": {"type": "function", "function": {"name": "a"}},
    "stop": ["x"],
    "messages": [
        {"role": "system", "content": [{"type": "text", "text": "s", "cache_control": {"type": "ephemeral"}}]},
        {
            "role": "user",
            "content": [
                {"type": "image_url", "image_url": {"url": "data:image/png;base64,eA==", "detail": "low"}},
                {"type": "file", "file": {"file_data": "JVBERi0=", "filename": "a.pdf"}},
                {"type": "input_audio", "input_audio": {"data": "eA==", "format": "wav"}},
            ],
        },
        {
            "role": "assistant",
            "content": None,
            "audio": {"id": "a", "transcript": "x"},
            "reasoning_content": "hm",
            "thinking_blocks": [{"type": "thinking", "thinking": "hm", "signature": "s"}],
            "function_call": {"name": "a", "arguments": "{}"},
            "tool_calls": [
                {"id": "1", "type": "function", "function": {"name": "a", "arguments": "{}"}},
                {"id": "2", "type": "custom", "custom": {"name": "b", "input": "x"}},
            ],
        },
        {"role": "tool", "tool_call_id": "1", "content": [{"type": "text", "text": "x"}], "name": "a"},
        {"role": "function", "name": "a", "content": "x"},
    ],
}
ITEMS: Any = [
    {"role": "user", "content": [{"type": "input_image", "image_url": "https://x.test", "detail": "low"}]},
    *ANSWERS[0],
    {"type": "function_call_output", "call_id": "call_a", "output": [{"type": "input_file", "file_data": "eA=="}]},
    {"type": "custom_tool_call", "call_id": "c", "name": "sql", "input": "x"},
    {"type": "mcp_call", "id": "m", "server_label": "s", "name": "n", "arguments": "{}", "output": "o"},
    {"type": "code_interpreter_call", "id": "c", "code": "1", "outputs": [{"logs": "x"}], "status": "completed"},
    {"type": "computer_call_output", "call_id": "c", "output": {"type": "computer_screenshot", "image_url": "x"}},
    {"type": "tool_search_output", "call_id": "t", "tools": [{"name": "a"}], "execution": "client"},
    {"type": "mcp_approval_response", "approval_request_id": "m", "approve": True},
    {"type": "compaction", "encrypted_content": "x"},
    *ANSWERS[1],
]
ROWS: Any = [{"id": 1, "session_id": "a", "message_data": {"role": "user", "content": "x"}}]
BODY: Any = {"model": "gpt-5", "instructions": "s", "input": ITEMS[:3], "output": ITEMS[3:], "tools": CHAT["tools"]}

GARBAGE: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, 0, -1.5, "", "x", "\ud800", "{", "data:", [], [None], [[]], {}, {"type": 1}, {"role": []}, [{"a": {}}]]
)


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [at, *(place for key, one in entries for place in places(one, (*at, key)))]


@st.composite
def damaged(draw: st.DrawFn, whole: Any) -> Any:
    value = copy.deepcopy(whole)
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.sampled_from(places(value)[1:]))
        inner = value
        for key in place[:-1]:
            inner = inner[key]
        inner[place[-1]] = copy.deepcopy(draw(GARBAGE))
    return value


@pytest.mark.parametrize(
    ("form", "whole"),
    [
        ("openai-chat", CHAT),
        ("openai-chat", CHAT["messages"]),
        ("openai-responses", ITEMS),
        ("openai-responses", BODY),
        ("openai-responses", ROWS),
    ],
    ids=["chat", "messages", "items", "body", "rows"],
)
@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_damage_is_survived(form: str, whole: Any, data: st.DataObject) -> None:
    value = data.draw(damaged(whole))
    format_of(value)
    try:
        held = load(value, form)
    except UnreadableError:
        return
    if "\\ud800" not in json.dumps(value):
        assert loads(dumps(held)) == held
    try:
        prepare(held, Target(model="claude-sonnet-4-5"))
    except SendableError:
        return


@pytest.mark.parametrize("whole", [CHAT, ITEMS, BODY, ROWS], ids=["chat", "items", "body", "rows"])
def test_undamaged_it_is_found_out(whole: Any) -> None:
    form = "openai-chat" if whole is CHAT else "openai-responses"
    assert format_of(whole) == form
    assert load(whole) == load(whole, form)
