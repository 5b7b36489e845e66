import math

import pytest

from sendable.wire.nulls import holds_no_number, may_hold_null


@pytest.mark.parametrize("data", [b"null", b"[null]", b"[1,null]", b'{"a":null}', b'["a null",{"b":null}]'])
def test_a_null_is_found(data: bytes) -> None:
    assert may_hold_null(data)


@pytest.mark.parametrize("data", [b'"null"', b'["annulled"]', b'{"null":1}', b'"a null and void"'])
def test_a_text_about_null_holds_none(data: bytes) -> None:
    assert not may_hold_null(data)


@pytest.mark.parametrize("value", [math.nan, math.inf, [1, -math.inf], {"a": [{"b": (math.nan,)}]}])
def test_what_is_no_number_is_found(value: object) -> None:
    assert holds_no_number(value)


@pytest.mark.parametrize("value", [None, 1.5, [None, "nan"], {"a": {"b": (1,)}}])
def test_everything_else_is_none_of_that(value: object) -> None:
    assert not holds_no_number(value)
