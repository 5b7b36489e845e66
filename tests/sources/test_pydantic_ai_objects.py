import datetime
from typing import Any

import pytest

from sendable import UnreadableError
from sendable.sources.load import load
from sendable.sources.pydantic_ai_objects import fields, is_live, written
from tests.shapes.pydantic_ai import call, lib, native, part, request, response, result, said, stored, user


class Forecast:
    """A value that no library knows how to write."""


def test_objects_of_the_library_are_live() -> None:
    assert is_live(user("Hi"))
    assert not any(map(is_live, [{}, "pydantic_ai", None, Forecast()]))


@pytest.mark.parametrize(
    "made",
    [
        lambda: user("Hi"),
        lambda: user("Hi", part("CachePoint")),
        lambda: said("Hello"),
        lambda: response(call(args={"a": [1, {"b": None}]}), native()),
        lambda: response(call(args={"when": datetime.date(2026, 1, 2)})),
        lambda: request(result({"when": datetime.date(2026, 1, 2)})),
        lambda: request(result([{"kind": "image-url", "url": "https://example.com/a.png"}])),
        lambda: request(result([part("ImageUrl", "https://example.com/a.png")])),
        lambda: request(part("SystemPromptPart", "Be kind.", scope="request")),
    ],
)
def test_fields_are_read_as_what_the_library_writes(made: Any) -> None:
    message = made()
    assert (
        load([message]) == load([fields(message)], "pydantic-ai") == load([written(message)]) == load(stored([message]))
    )


def test_plain_fields_are_not_written_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(lib(), "ModelMessagesTypeAdapter")
    assert load([user("Hi"), said("Hello")]).messages
    with pytest.raises(UnreadableError, match="not the one that is loaded"):
        load([user("Hi", "there")])


def test_message_that_the_library_cannot_write_is_unreadable() -> None:
    with pytest.raises(UnreadableError, match="cannot write"):
        load([request(result(Forecast()))])
