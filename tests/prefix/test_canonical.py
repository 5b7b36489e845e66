from typing import Any

import pytest

from sendable.prefix.canonical import (
    digest,
    exact_message,
    exact_tools,
    loose_digest,
    loose_message,
    loose_tools,
    loose_turns,
    referenced_tools,
    signature_digest,
)
from sendable.wire.build import assistant, cached, request, text, thinking, tool, tool_result, tool_use, user


def test_a_message_without_marks_and_thinking_is_the_same_object() -> None:
    held = assistant(text("a"), tool_use())
    assert exact_message(held) is held


def test_thinking_and_marks_are_aside_in_messages_and_results() -> None:
    marked = user(tool_result(content=[cached(text("a"))]), cached(text("b")))
    assert exact_message(marked) == user(tool_result(content=[text("a")]), text("b"))
    assert exact_message(assistant(thinking(), text("a"), thinking())) == {"role": "assistant", "content": [text("a")]}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (user("a"), user(text("a"))),
        (user(tool_result(is_error=False)), user(tool_result())),
        (user(tool_result(content="a")), user(tool_result(content=[text("a")]))),
        (assistant(text("a", citations=None)), assistant(text("a"))),
        (assistant(tool_use(caller={"type": "direct"})), assistant(tool_use())),
    ],
)
def test_what_the_documents_leave_open_agrees_only_loosely(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert exact_message(one) != exact_message(other)
    assert loose_message(one) == loose_message(other)


def test_joined_messages_agree_only_as_turns() -> None:
    split = [user("a"), user("b"), assistant("c")]
    joined = [user("a", "b"), assistant("c")]
    assert split != joined
    assert list(loose_turns(split)) == list(loose_turns(joined))


def test_other_text_agrees_in_no_form() -> None:
    assert loose_message(user("a")) != loose_message(user("b"))
    assert loose_message(user(tool_result(is_error=True))) != loose_message(user(tool_result()))


def test_deferred_tools_count_once_something_names_them() -> None:
    held = request(user("a"), tools=[tool("a"), tool("b", defer_loading=True)])
    assert [t["name"] for t in exact_tools(held)] == ["a"]
    assert referenced_tools(held["messages"]) == set()
    assert referenced_tools([user("a"), assistant(tool_use(name="b"))]) == {"b"}


def test_the_order_of_tools_makes_no_difference_loosely() -> None:
    assert loose_tools([tool("a"), tool("b")]) == loose_tools([tool("b"), tool("a")])


def test_a_digest_stands_for_the_value() -> None:
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    assert digest({"a": 1}) != digest({"a": 2})
    assert len(digest("\ud83d")) == 16


@pytest.mark.parametrize(
    ("one", "other"), [(1.0, 1), ({"a": [2.0, "3.0"]}, {"a": [2, "3.0"]}), (-0.0, 0), ([1.0, 1.5], [1, 1.5])]
)
def test_a_number_is_loosely_the_same_however_it_is_written(one: Any, other: Any) -> None:
    assert loose_digest(one) == loose_digest(other)
    assert digest(one) != digest(other)


@pytest.mark.parametrize(("one", "other"), [(1.0, True), ("1.0", "1"), (["a1.0,"], ["a1,"]), (1.5, 1), (1.0, 1.01)])
def test_other_values_are_others_loosely_too(one: Any, other: Any) -> None:
    assert loose_digest(one) != loose_digest(other)


def test_a_signature_stands_for_its_block() -> None:
    assert signature_digest(thinking("a", "s")) == signature_digest(thinking("b", "s"))
    assert signature_digest({"type": "redacted_thinking", "data": "d"}) != signature_digest(thinking("a", "s"))
