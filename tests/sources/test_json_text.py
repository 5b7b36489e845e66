import pytest

from sendable.sources.json_text import json_text


@pytest.mark.parametrize(
    ("value", "text"),
    [({"a": [1, None, True]}, '{"a":[1,null,true]}'), ("é", '"é"'), ("\ud83d", '"\ud83d"'), (b"x", "\"b'x'\"")],
)
def test_any_value_has_compact_text(value: object, text: str) -> None:
    assert json_text(value) == text
