import json
from pathlib import Path
from typing import Any

import pytest

from sendable import check
from sendable.conversation import (
    Image,
    Message,
    NativeCall,
    NativeResult,
    NativeTool,
    Text,
    Thinking,
    Tool,
    ToolCall,
    ToolResult,
    Url,
)
from sendable.errors import UnreadableError, UsageError
from sendable.prepare import prepare
from sendable.sources import openai_responses
from sendable.sources.load import format_of, load
from sendable.sources.stored import stored
from sendable.targets import Target
from tests.sources.scripted_agent import ANSWERS, run

TARGET = Target(model="claude-sonnet-4-5")

ITEMS: list[Any] = [
    {"role": "user", "content": "Weather?"},
    *ANSWERS[0],
    {"type": "function_call_output", "call_id": "call_a", "output": "Sunny in Rome"},
    {
        "type": "function_call_output",
        "call_id": "call_b",
        "output": [{"type": "input_image", "image_url": "https://rome.test/a.png"}],
    },
    *ANSWERS[1],
]
MESSAGES = [
    Message(role="user", parts=[Text(text="Weather?")], bare=True),
    Message(
        role="assistant",
        parts=[
            Thinking(text="Look it up.", provider="openai", extra={"id": "rs_1", "encrypted_content": "gAAA"}),
            NativeCall(provider="openai", id="ws_1", tool="web_search", arguments={"type": "search", "query": "rome"}),
            NativeResult(
                provider="openai",
                call_id="ws_1",
                tool="web_search",
                content=[{"type": "url", "url": "https://rome.test"}],
            ),
            ToolCall(id="call_a", name="weather", arguments={"city": "Rome"}),
            ToolCall(id="call_b", name="photo", arguments={"city": "Rome"}),
        ],
    ),
    Message(role="tool", parts=[ToolResult(call_id="call_a", parts=[Text(text="Sunny in Rome")], bare=True)]),
    Message(
        role="tool",
        parts=[ToolResult(call_id="call_b", parts=[Image(source=Url(url="https://rome.test/a.png"))])],
    ),
    Message(role="assistant", parts=[Text(text="It is sunny.")]),
]


def rows(items: list[Any], session: str = "ann") -> list[Any]:
    return [{"id": at, "session_id": session, "message_data": json.dumps(item)} for at, item in enumerate(items, 1)]


def lines(values: list[Any]) -> bytes:
    return b"\n".join(json.dumps(value).encode() for value in values)


def test_items_load_whatever_they_come_in() -> None:
    batch = {"custom_id": "a", "method": "POST", "url": "/v1/responses", "body": {"model": "gpt-5", "input": ITEMS}}
    for data in (ITEMS, json.dumps(ITEMS), lines(ITEMS), rows(ITEMS), lines(rows(ITEMS)), {"input": ITEMS}, batch):
        assert format_of(data) == "openai-responses"
        assert load(data).messages == MESSAGES


def test_run_and_its_session_load_the_same(tmp_path: Path) -> None:
    result = run(tmp_path / "kept.db")
    for data in (result, result.to_input_list(), tmp_path / "kept.db", json.dumps(result.to_input_list())):
        assert format_of(data) == "openai-responses"
        held = load(data)
        assert held.messages == MESSAGES
        assert held.lost == []


def test_run_that_was_cut_off_is_repaired(tmp_path: Path) -> None:
    items = run(tmp_path / "kept.db").to_input_list()
    for end in range(1, len(items) + 1):
        done = prepare(items[:end], TARGET)
        assert done.remaining == []
        assert check(done.request, TARGET) == []


def test_answer_of_the_library_loads() -> None:
    responses = pytest.importorskip("openai.types.responses")
    frame = {"id": "resp", "object": "response", "created_at": 1, "model": "gpt-5", "tools": [], "tool_choice": "auto"}
    answer = responses.Response.model_validate({**frame, "parallel_tool_calls": True, "output": ANSWERS[0]})
    for data in (answer, answer.model_dump_json(), [ITEMS[0], *answer.output]):
        assert format_of(data) == "openai-responses"
        assert load(data).messages[-1] == MESSAGES[1]


def test_several_sessions_ask_for_a_choice(tmp_path: Path) -> None:
    database = tmp_path / "kept.db"
    run(database, "ann")
    run(database, "bob", "And in Oslo?")
    with pytest.raises(UsageError, match="2 sessions: choose one with the option `session`"):
        load(database)
    assert load(database, session="ann").messages == MESSAGES
    assert load(database, session="bob").messages[0].parts == [Text(text="And in Oslo?")]
    with pytest.raises(UsageError, match="no session of that id among 2"):
        load(database, session="eve")
    with pytest.raises(UsageError, match="2 sessions"):
        load([*rows(ITEMS), *rows(ITEMS, "bob")])


def test_body_gives_tools_system_and_settings() -> None:
    tool = {"type": "function", "name": "weather", "parameters": {"type": "object"}, "strict": True}
    body = {"model": "gpt-5", "instructions": "Be kind.", "input": "Hi", "tools": [tool, {"type": "web_search"}]}
    held = load({**body, "max_output_tokens": 50, "tool_choice": {"type": "function", "name": "weather"}})
    assert held.system == [Text(text="Be kind.")]
    assert held.tools == [
        Tool(name="weather", schema={"type": "object"}, extra={"strict": True}),
        NativeTool(provider="openai", definition={"type": "web_search"}),
    ]
    assert held.settings == {"max_tokens": 50, "tool_choice": {"type": "tool", "name": "weather"}}
    assert held.messages == [Message(role="user", parts=[Text(text="Hi")], bare=True)]
    assert [lost.path for lost in held.lost] == ["tools.1", "model"]


@pytest.mark.parametrize(
    "data",
    [
        [{"role": "user", "content": "hi"}],
        [{"role": "user", "content": [{"type": "text", "text": "hi"}]}],
        [{"role": "assistant", "content": "hi", "tool_calls": []}, {"role": "user", "content": []}],
        {"messages": [{"role": "user", "content": "hi"}], "input": []},
        [{"type": "human", "data": {"content": "hi"}}],
        {"input": "hi"},
        {"input": [1]},
        [],
        [1],
    ],
)
def test_what_has_no_mark_is_left_to_others(data: Any) -> None:
    assert not openai_responses.detect(stored(data))


@pytest.mark.parametrize("data", [{}, "1", '"x"', {"input": 1}, {"messages": []}, None])
def test_what_has_no_items_is_unreadable(data: Any) -> None:
    with pytest.raises(UnreadableError):
        load(data, "openai-responses")


def test_session_is_for_sessions_alone() -> None:
    with pytest.raises(UsageError, match="`session`"):
        load(ITEMS, session="ann")


def test_damaged_lines_are_told() -> None:
    held = load(lines(ITEMS) + b'\n{"role": "us')
    assert held.messages == MESSAGES
    assert [lost.path for lost in held.lost] == [f"line {len(ITEMS) + 1}"]
