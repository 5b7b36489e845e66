import pytest

from sendable.conversation import Text, ToolCall
from sendable.sources.langchain_calls import Calls, Speaker


@pytest.mark.parametrize(
    ("metadata", "speaker"),
    [
        (None, Speaker(None, None)),
        ({}, Speaker(None, None)),
        ({"model_provider": "anthropic", "model_name": "m"}, Speaker("anthropic", "m")),
        (
            {"model_provider": "bedrock", "model_id": "eu.anthropic.claude-x"},
            Speaker("anthropic", "eu.anthropic.claude-x"),
        ),
        ({"model_provider": "openai", "model": "gpt-5"}, Speaker("openai", "gpt-5")),
        ({"model_provider": 3, "model": []}, Speaker(None, None)),
    ],
)
def test_the_metadata_say_who_spoke(metadata: object, speaker: Speaker) -> None:
    assert Speaker.of({"response_metadata": metadata}) == speaker


def test_a_call_is_given_once_where_it_stands() -> None:
    calls = Calls([{"name": "a", "args": {"x": 1}, "id": "1"}, {"name": "b", "args": {}, "id": "2"}], None, 0)
    assert calls.place("1", "a", {"x": 0}, {"caller": {"type": "direct"}}) == ToolCall(
        id="1", name="a", arguments={"x": 1}, extra={"caller": {"type": "direct"}}
    )
    assert calls.rest() == [ToolCall(id="2", name="b")]
    assert calls.rest() == []


def test_a_call_of_the_content_alone_keeps_its_arguments() -> None:
    calls = Calls([], None, 0)
    assert calls.place("1", "a", '{"x": 1}', {}) == ToolCall(id="1", name="a", arguments={"x": 1})


def test_invalid_arguments_stay_text() -> None:
    calls = Calls(None, [{"name": "a", "args": '{"x": ', "id": "1", "error": "e"}], 0)
    assert calls.place("1", "a", {}, {}) == ToolCall(id="1", name="a", arguments='{"x": ')


def test_one_id_twice_is_two_calls() -> None:
    same = {"name": "a", "args": {}, "id": "1"}
    calls = Calls([same, same], None, 0)
    assert calls.place("1", "a", {}, {}) == ToolCall(id="1", name="a")
    assert calls.rest() == [ToolCall(id="1", name="a")]


def test_missing_ids_come_from_the_place() -> None:
    calls = Calls([{"name": "a", "args": {}, "id": None}, {"name": "b", "args": {}}], None, 3)
    assert calls.place(None, "b", {}, {}) == ToolCall(id="call_3_0", name="b")
    assert calls.rest() == [ToolCall(id="call_3_1", name="a")]


def test_calls_without_a_name_are_none() -> None:
    calls = Calls([{"args": {}}, 3, {"name": "a"}], "x", 0)
    assert calls.unnamed == 2
    assert calls.place("1", None, {}, {}) is None


def test_a_message_that_calls_nothing_is_told() -> None:
    calls = Calls(None, None, 0)
    assert calls.is_empty([Text(text="x")])
    calls.place("1", "a", {}, {})
    assert not calls.is_empty([])
