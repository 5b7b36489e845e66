import pytest

from sendable.sources.json_text import json_text, value_of


@pytest.mark.parametrize(
    ("value", "text"),
    [({"a": [1, None, True]}, '{"a":[1,null,true]}'), ("é", '"é"'), ("\ud83d", '"\ud83d"'), (b"x", "\"b'x'\"")],
)
def test_any_value_has_compact_text(value: object, text: str) -> None:
    assert json_text(value) == text


def test_a_lone_surrogate_is_json() -> None:
    assert value_of('{"a":"\\ud800"}') == {"a": "\ud800"}


@pytest.mark.parametrize("text", ["NaN", "[Infinity]", '{"a":1e999}', "{", ""])
def test_what_json_has_no_number_for_is_none(text: str) -> None:
    with pytest.raises(ValueError, match=r"Expecting|no number"):
        value_of(text)
