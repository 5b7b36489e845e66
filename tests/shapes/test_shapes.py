"""The 32 shapes, from every library that can hold them.

A module beside this one, named after the library, has `SHAPES`: name of a shape -> a function that gives the history in
the library's own objects, and options for `prepare`; `NOT_HELD`: the other shapes, each with the reason; and where the
library can store such a history, `stored(data)`: the same as bytes. Importing it must not need the library.
"""

import importlib
import json
import pkgutil
import re
from collections.abc import Iterator
from typing import Any

import pytest

import tests.shapes
from sendable import Target, check
from sendable.conversation import Base64, Conversation, Message, Part, Text, ToolCall, ToolResult
from sendable.prepare import prepare
from sendable.repair.change import Loss
from sendable.sources.load import load
from tests.shapes.expected import EXPECTED

TARGET = Target(model="claude-sonnet-4-5")
LIBRARIES = [
    found.name for found in pkgutil.iter_modules(tests.shapes.__path__) if found.name not in ("expected", "test_shapes")
]
MODULES = {name: importlib.import_module(f"tests.shapes.{name}") for name in LIBRARIES}
HELD = [(library, name) for library, module in MODULES.items() for name in module.SHAPES]
FORMS = ("objects", "stored")


def history(library: str, name: str, form: str) -> tuple[Any, dict[str, Any]]:
    data, options = MODULES[library].SHAPES[name]()
    if form == "objects":
        return data, options
    if not hasattr(MODULES[library], "stored"):
        pytest.skip(f"{library} has no stored form")
    return MODULES[library].stored(data), options


def words_in(parts: list[Part]) -> Iterator[str]:
    """What was said and must not be gone: texts, results, arguments, and data of media."""
    for part in parts:
        if isinstance(part, Text) and part.text.strip():
            yield re.sub("[\ud800-\udfff]", "\ufffd", part.text.strip())
        elif isinstance(part, ToolResult):
            yield from words_in(part.parts or [])
        elif isinstance(part, ToolCall) and isinstance(part.arguments, dict):
            yield from (value for value in part.arguments.values() if isinstance(value, str))
        elif isinstance(source := getattr(part, "source", None), Base64) and source.media_type != "text/plain":
            yield source.data


def said(conversation: Conversation) -> list[Message]:
    return [Message(role="system", parts=list(conversation.system or [])), *conversation.messages]


def strings_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from strings_in(one)


@pytest.mark.parametrize("library", LIBRARIES)
def test_every_shape_is_held_or_excused(library: str) -> None:
    module = MODULES[library]
    assert set(module.SHAPES) | set(module.NOT_HELD) == set(EXPECTED)
    assert set(module.SHAPES) & set(module.NOT_HELD) == set()
    assert all(isinstance(reason, str) and reason for reason in module.NOT_HELD.values())


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("library", "name"), HELD)
def test_shape_ends_well(library: str, name: str, form: str) -> None:
    data, options = history(library, name, form)
    expected = EXPECTED[name]
    if expected.error is not None:
        with pytest.raises(expected.error, match=re.escape(expected.says)) as caught:
            prepare(data, TARGET, **options)
        assert getattr(caught.value, "path", "").startswith("messages.")
        return
    done = prepare(data, TARGET, **options)
    assert done.remaining == []
    assert check(done.request, TARGET) == []
    assert {change.by for change in done.changes if change.loss is Loss.DROPS} <= expected.drops
    assert expected.invents or not any(change.invents for change in done.changes)
    if not expected.forgets:
        sent = "\n".join(strings_in(done.request))
        conversation = load(data, options.get("form"))
        assert [word for message in said(conversation) for word in words_in(message.parts) if word not in sent] == []


@pytest.mark.parametrize(("library", "name"), HELD)
def test_stored_shape_gives_the_request_of_the_objects(library: str, name: str) -> None:
    if EXPECTED[name].error is not None:
        return
    data, options = history(library, name, "objects")
    stored, _ = history(library, name, "stored")
    assert json.dumps(prepare(stored, TARGET, **options).request) == json.dumps(
        prepare(data, TARGET, **options).request
    )
