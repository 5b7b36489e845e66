from typing import Any

import pytest

from sendable.contract.emptiness import empty_turns
from sendable.wire.build import assistant, text, user
from sendable.wire.index import Index


def numbers(*messages: Any, role: str = "user") -> list[int]:
    return [turn.number for turn in empty_turns(Index({"messages": list(messages)}), role)]


@pytest.mark.parametrize("content", ["", [], ()])
def test_a_turn_of_empty_strings_and_lists_is_empty(content: object) -> None:
    assert numbers(user("Hi"), assistant("Hello."), {"role": "user", "content": content}, user("")) == [2]


@pytest.mark.parametrize("content", [None, 0, {}, "x", [None], [text("")]])
def test_what_holds_something_or_is_of_another_shape_is_not(content: object) -> None:
    assert numbers({"role": "user", "content": content}) == []
    assert numbers({"role": "user"}) == []


def test_an_empty_message_beside_another_makes_no_empty_turn() -> None:
    assert numbers(user(""), user("Hi")) == []
    assert numbers(user("Hi"), user("")) == []


def test_each_role_has_its_own() -> None:
    messages = (assistant(""), user(""), assistant(""))
    assert numbers(*messages, role="assistant") == [0, 2]
    assert numbers(*messages) == [1]
