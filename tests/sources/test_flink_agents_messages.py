from typing import Any

import pytest

from sendable.conversation import Message, Text, Thinking, ToolCall, ToolResult
from sendable.sources.flink_agents_messages import Reader, field

Json = dict[str, Any]


def message(role: str, content: str = "", *calls: Json, **extra: Any) -> Json:
    return {"role": role, "content": content, "tool_calls": list(calls), "extra_args": extra}


def call(name: str, arguments: Any, **ids: Any) -> Json:
    return {"type": "function", "function": {"name": name, "arguments": arguments}, **ids}


def read(*messages: Any, most: int | None = None) -> Reader:
    reader = Reader(most)
    for at, one in enumerate(messages):
        reader.read(one, at)
    return reader


TWO = message(
    "assistant", "I look.", call("a", {}, id="u1", original_id="x1"), call("b", {}, id="u2", original_id="x2")
)


def test_fields_are_read_by_either_name_of_a_dict_or_an_object() -> None:
    assert field({"a": None, "b": 2}, "a", "b") == 2
    assert field(Message(role="user", parts=[]), "nothing", "role") == "user"
    assert field({}, "a") is None


@pytest.mark.parametrize("role", ["system", "user", "assistant", "USER"])
def test_text_is_one_bare_text(role: str) -> None:
    assert read(message(role, "hi")).messages[0].parts == [Text(text="hi")]
    assert read(message(role, "hi")).messages[0].bare
    assert read(message(role, "hi")).messages[0].role == role.lower()
    assert read(message(role)).messages[0].parts == []


@pytest.mark.parametrize(
    ("stored", "expected"),
    [
        (call("f", {"q": 1}, id="u", original_id="x"), ToolCall(id="x", name="f", arguments={"q": 1})),
        (call("f", {"q": 1}, id="u", originalId="x"), ToolCall(id="x", name="f", arguments={"q": 1})),
        (call("f", {}, id="u", additional_kwargs={"original_tool_call_id": "x"}), ToolCall(id="x", name="f")),
        (call("f", None, id="u"), ToolCall(id="u", name="f")),
        (call("f", '{"q": 1}', id="u"), ToolCall(id="u", name="f", arguments={"q": 1})),
        (call("f", '{"q": ', id="u"), ToolCall(id="u", name="f", arguments='{"q": ')),
        (call("f", "[1]"), ToolCall(id="call_0_0", name="f", arguments="[1]")),
    ],
)
def test_calls_keep_the_id_of_the_provider(stored: Json, expected: ToolCall) -> None:
    assert read(message("assistant", "", stored)).messages[0].parts == [expected]


def test_results_answer_by_their_id_whatever_their_order() -> None:
    held = read(TWO, message("tool", "B", external_id="x2"), message("tool", "A", externalId="x1"))
    assert [one.parts for one in held.messages[1:]] == [
        [ToolResult(call_id="x2", parts=[Text(text="B")], bare=True)],
        [ToolResult(call_id="x1", parts=[Text(text="A")], bare=True)],
    ]
    assert held.lost == []


def test_result_without_an_id_answers_the_next_call_and_that_is_told() -> None:
    held = read(TWO, message("tool", "A"), message("tool", "B"))
    settled = held.unnamed.settled(held.messages, held.lost)
    assert [one.parts[0].call_id for one in settled[1:]] == ["x1", "x2"]  # type: ignore[union-attr]
    assert [one.path for one in held.lost] == ["1", "2"]


def test_result_without_an_id_leaves_the_call_that_another_answers_by_id() -> None:
    held = read(TWO, message("tool", "B"), message("tool", "A", external_id="x1"))
    settled = held.unnamed.settled(held.messages, held.lost)
    assert [one.parts[0].call_id for one in settled[1:]] == ["x2", "x1"]  # type: ignore[union-attr]


def test_blocks_of_the_answer_stand_for_content_and_calls() -> None:
    blocks = [
        {"type": "thinking", "thinking": "hm", "signature": "s"},
        {"type": "text", "text": "I look.", "citations": None},
        {"type": "tool_use", "id": "x1", "name": "a", "input": {}},
    ]
    stored = {**TWO, "extra_args": {"anthropic_content_blocks": blocks, "model_name": "claude-sonnet-4-5"}}
    assert read(stored).messages[0].parts == [
        Thinking(text="hm", signature="s", model="claude-sonnet-4-5"),
        Text(text="I look."),
        ToolCall(id="x1", name="a"),
        ToolCall(id="x2", name="b"),
    ]


def test_content_that_the_blocks_do_not_hold_is_kept() -> None:
    blocks = [{"type": "tool_use", "id": "x1", "name": "a", "input": {}}]
    stored = message("assistant", "I look.", anthropic_content_blocks=blocks)
    assert read(stored).messages[0].parts == [Text(text="I look."), ToolCall(id="x1", name="a")]


def test_blocks_of_a_connection_of_ones_own_go_before_the_content() -> None:
    stored = message("tool", "[{'type': ...", external_id="x1", content_blocks=[{"type": "text", "text": "A"}])
    assert read(stored).messages[0].parts == [ToolResult(call_id="x1", parts=[Text(text="A")])]


def test_failed_tool_says_so() -> None:
    held = read(message("tool", "no", external_id="x", is_error=True)).messages[0].parts[0]
    assert isinstance(held, ToolResult)
    assert held.is_error is True


def test_envelope_is_opened_only_where_that_is_wanted() -> None:
    stored = message("tool", '{"$content_blocks": [{"type": "text", "text": "a"}], "is_error": true}', external_id="x")
    closed, opened = read(stored).messages[0].parts[0], read(stored, most=100).messages[0].parts[0]
    assert closed == ToolResult(call_id="x", parts=[Text(text=stored["content"])], bare=True)
    assert opened == ToolResult(call_id="x", parts=[Text(text="a")], is_error=True)


def test_envelope_that_a_user_types_is_text() -> None:
    typed = '{"$content_blocks": []}'
    assert read(message("user", typed), most=100).messages[0].parts == [Text(text=typed)]


def test_results_among_the_blocks_of_a_tool_message_are_its_parts() -> None:
    blocks = [{"type": "tool_result", "tool_use_id": "x1", "content": "A"}]
    held = read(TWO, {"role": "tool", "blocks": blocks, "tool_calls": [], "extra_args": {}}, message("tool", "B"))
    assert held.messages[1].parts == [ToolResult(call_id="x1", parts=[Text(text="A")], bare=True)]
    settled = held.unnamed.settled(held.messages, held.lost)
    assert settled[2].parts[0] == ToolResult(call_id="x2", parts=[Text(text="B")], bare=True)


def test_what_has_no_place_is_told() -> None:
    held = read(
        message("user", "a", priority=3, promptTokens=5, empty=None),
        message("narrator", "b"),
        5,
        message("assistant", "", {"function": {}}),
        {**message("user"), "content": 5},
    )
    assert [one.path for one in held.lost] == ["0.extra_args.priority", "1", "2", "3.tool_calls.0", "4.content"]
