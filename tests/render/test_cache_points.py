from typing import Any

import pytest

from sendable.conversation import CachePoint
from sendable.errors import CachePointError
from sendable.render.cache_points import mark_last, mark_only, marked

TEXT: dict[str, Any] = {"type": "text", "text": "a"}


def test_block_itself_is_left_as_it_was() -> None:
    block = dict(TEXT)
    assert marked(block, CachePoint())["cache_control"] == {"type": "ephemeral"}
    assert block == TEXT


def test_fields_of_the_mark_without_a_name_are_kept() -> None:
    assert marked(TEXT, CachePoint(ttl="5m", extra={"scope": "x"}))["cache_control"] == {
        "type": "ephemeral",
        "ttl": "5m",
        "scope": "x",
    }


@pytest.mark.parametrize(
    ("first", "second", "left"), [("1h", None, "1h"), ("1h", "5m", "1h"), ("5m", "1h", "1h"), (None, "5m", "5m")]
)
def test_of_two_on_a_block_the_longer_stays(first: str | None, second: str | None, left: str) -> None:
    once = marked(TEXT, CachePoint(ttl=first))
    assert marked(once, CachePoint(ttl=second))["cache_control"]["ttl"] == left


def test_odd_mark_of_a_stored_block_gives_way() -> None:
    assert marked({**TEXT, "cache_control": "odd"}, CachePoint())["cache_control"] == {"type": "ephemeral"}


def test_thinking_is_passed_by() -> None:
    blocks: list[dict[str, Any]] = [dict(TEXT), {"type": "thinking"}, {"type": "redacted_thinking"}]
    assert mark_last(blocks, CachePoint())
    assert ["cache_control" in block for block in blocks] == [True, False, False]


def test_block_without_a_type_can_be_marked() -> None:
    blocks: list[dict[str, Any]] = [{}]
    assert mark_last(blocks, CachePoint())


def test_no_block_that_can_carry_it_is_said() -> None:
    assert not mark_last([{"type": "thinking"}], CachePoint())
    with pytest.raises(CachePointError, match="needs a block before it"):
        mark_only([], CachePoint())
