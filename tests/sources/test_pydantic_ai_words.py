from typing import Any

import pytest

from sendable.sources.pydantic_ai_words import (
    Contexts,
    context_text,
    errors_text,
    feedback_text,
    speaks_for_application,
    spoken_text,
    summary_text,
)
from tests.shapes.pydantic_ai import lib, part

ERROR = {"type": "missing", "loc": ("city",), "msg": "Field required", "input": {"a": 1}}


def feedback(content: Any, cause: str) -> Any:
    return part("RetryFeedbackPart", content, retry=lib().RetryInfo(cause=cause))


@pytest.mark.parametrize(("content", "cause"), [("Say it.", "model_retry"), ("Odd", "no_output")])
def test_feedback_is_the_text_of_the_library(content: str, cause: str) -> None:
    assert feedback_text(content, cause) == feedback(content, cause).model_response()


@pytest.mark.parametrize(
    "errors",
    [
        [],
        [ERROR, ERROR],
        [ERROR, {**ERROR, "loc": ("a", "b")}, {**ERROR, "input": 3}],
        [{**ERROR, "ctx": {"secret": 1}}],
    ],
)
def test_errors_are_the_text_of_the_library(errors: list[Any]) -> None:
    as_stored = [{**one, "loc": list(one["loc"])} for one in errors]
    assert feedback_text(as_stored, "validation_error") == feedback(errors, "validation_error").model_response()


@pytest.mark.parametrize(("errors", "text"), [([3, "x"], '[3,"x"]'), (None, "null"), ({"a": 1}, '{"a":1}')])
def test_odd_errors_have_a_text(errors: Any, text: str) -> None:
    assert errors_text(errors) == text


@pytest.mark.parametrize(
    ("content", "speaks"),
    [
        ("Please return text.", True),
        ("Please return text or call a tool.", True),
        ("Please return text or call a tool. Now.", False),
        ("Please delete it.", False),
        (["x"], False),
    ],
)
def test_only_fixed_texts_speak_for_the_application(content: Any, speaks: bool) -> None:
    assert speaks_for_application(content, "no_output") is speaks
    assert not speaks_for_application(content, "model_retry")


def test_summary_says_who_wrote_it() -> None:
    text = summary_text("They met.")
    assert text.startswith("<pyai:conversation_summary>\nThe following is a summary")
    assert text.endswith("\n\nThey met.\n</pyai:conversation_summary>")
    assert summary_text(None).endswith("\n\n\n</pyai:conversation_summary>")


@pytest.mark.parametrize(
    ("transcript", "at", "text"),
    [("Hi", None, "Hi"), ("Hi", 3, "Hi\n[Interrupted after 3 ms]"), (None, None, ""), (3, None, "")],
)
def test_speech_is_marked_where_it_was_cut_off(transcript: Any, at: Any, text: str) -> None:
    assert spoken_text(transcript, at) == text


def test_rule_of_replacement_is_stated_once() -> None:
    contexts = Contexts()
    first = contexts.texts(
        [{"content": "plain"}, {"context_id": "a", "content": "1"}, {"context_id": "b", "content": ""}]
    )
    assert first[0] == "plain"
    assert "A later <pyai:context> element" in first[1]
    assert first[2] == ""
    later = contexts.texts([{"context_id": "a", "content": "2"}, {"context_id": "b", "content": "3"}])
    assert not any("A later" in text for text in later)


def test_statement_names_its_id() -> None:
    assert context_text('a"b', "x") == '<pyai:context id="a&quot;b">\nx\n</pyai:context>'
    assert "withdrawn" in context_text(None, None)
