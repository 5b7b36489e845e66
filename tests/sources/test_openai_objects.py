from typing import Any

import pytest

from sendable.errors import UnreadableError
from sendable.sources.openai_objects import field, is_own, plain


def test_objects_become_what_was_set_in_them() -> None:
    chat = pytest.importorskip("openai.types.chat")
    said = chat.ChatCompletionMessage(role="assistant", content="x")
    assert is_own(said)
    assert field(said, "role") == "assistant"
    assert plain([{"held": said}]) == [{"held": {"role": "assistant", "content": "x"}}]


def test_plain_values_stay_what_they_are() -> None:
    value: Any = {"a": [1, "\ud800", None, {"b": 1.5}]}
    assert plain(value) == value
    assert not is_own(value)
    assert field(value, "a") is value["a"]
    assert field([], "a") is None


def test_what_has_no_json_form_is_unreadable() -> None:
    with pytest.raises(UnreadableError):
        plain([object()])
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(UnreadableError):
        plain(deep)
