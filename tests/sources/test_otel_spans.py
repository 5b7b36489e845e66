import json
from typing import Any

import pytest

from sendable.sources.otel_spans import is_messages, read, records

HELD = {"gen_ai.input.messages": [{"role": "user", "parts": []}]}


@pytest.mark.parametrize(
    ("value", "expected"),
    [("[1]", [1]), ("x", "x"), ("[1", "[1"), ("\ud83d", "\ud83d"), ([1], [1]), (None, None)],
)
def test_json_text_is_read(value: Any, expected: Any) -> None:
    assert read(value) == expected


def test_attributes_are_found_wherever_they_stand() -> None:
    span = {"attributes": HELD, "events": [{"attributes": HELD}]}
    export = {"resourceSpans": [{"scopeSpans": [{"spans": [span, {"attributes": {}}]}]}]}
    assert list(records([HELD, export, 3, None, "x"])) == [HELD, HELD, HELD]


EXPORTED: list[tuple[Any, Any]] = [
    ({"stringValue": "x"}, "x"),
    ({"intValue": "3"}, 3),
    ({"intValue": 3}, 3),
    ({"boolValue": True}, True),
    ({"doubleValue": 1.5}, 1.5),
    ({"arrayValue": {"values": [{"stringValue": "x"}]}}, ["x"]),
    ({"arrayValue": {}}, []),
    ({"kvlistValue": {"values": [{"key": "a", "value": {"intValue": "3"}}]}}, {"a": 3}),
    ({}, None),
    ("x", "x"),
]


@pytest.mark.parametrize(("value", "expected"), EXPORTED, ids=json.dumps)
def test_exported_values_are_unwrapped(value: Any, expected: Any) -> None:
    mark = "gen_ai.output.messages"
    assert list(records({"attributes": [{"key": mark, "value": value}, 3, {"value": 1}]})) == [{mark: expected}]


@pytest.mark.parametrize(
    ("part", "is_own"),
    [
        ({"type": "text", "content": "x"}, True),
        ({"type": "text", "text": "x"}, False),
        ({"type": "tool_call"}, True),
        ({"type": "uri"}, True),
        ({"type": "file", "file_id": "f"}, True),
        ({"type": "file", "url": "x"}, False),
        (3, False),
    ],
)
def test_messages_are_told_by_their_parts(part: Any, is_own: bool) -> None:
    assert is_messages([{"role": "user", "parts": [part]}]) is is_own
    assert not is_messages([{"role": "user", "parts": [part]}, {"role": "user"}])
    assert not is_messages([{"parts": [part]}])
