import pytest

from sendable.conversation import NativeCall, NativeResult
from sendable.render.native import native_block
from sendable.render.style import Style


def told(part: NativeCall | NativeResult) -> str:
    block = native_block(part, Style())
    assert block is not None
    assert block.keys() == {"type", "text"}
    return str(block["text"])


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({}, "[Called x]"),
        (None, "[Called x]"),
        ("ls", "[Called x with ls]"),
        ({"b": 1, "a": "é"}, '[Called x with {"a": "é", "b": 1}]'),
    ],
)
def test_call_of_another_provider_is_told_with_its_arguments(arguments: object, expected: str) -> None:
    assert told(NativeCall(provider="openai", id="a", tool="x", arguments=arguments)) == expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (None, "[Result of x: nothing that can be read]"),
        ("rain", "[Result of x: rain]"),
        ([1, {"b": 2, "a": 1}], '[Result of x: [1, {"a": 1, "b": 2}]]'),
        ({"at": {1}}, '[Result of x: {"at": "{1}"}]'),
    ],
)
def test_result_of_another_provider_is_told_as_it_was(content: object, expected: str) -> None:
    assert told(NativeResult(provider="openai", call_id="a", tool="x", content=content)) == expected


def test_call_of_the_own_provider_without_its_block_is_told() -> None:
    assert told(NativeCall(provider="anthropic", id="a", tool="x")) == "[Called x]"


def test_own_block_goes_back_whatever_the_style() -> None:
    block = {"type": "server_tool_use", "novel": 1}
    part = NativeCall(provider="anthropic", id="a", tool="x", block=block)
    assert native_block(part, Style(native="drop")) is block
    assert native_block(NativeCall(provider="openai", id="a", tool="x", block=block), Style(native="drop")) is None
