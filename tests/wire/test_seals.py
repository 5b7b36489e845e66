import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable.wire.seals import NO_SEALS, STRETCH, Seals, begins, first, sealed, shared

VALUES = st.lists(
    st.sampled_from(["a", 1, True, 1.0, None, {"a": 1}, {"a": [None]}, {"b": 2, "a": 1}, {"a": 1, "b": 2}])
)
LONG: list[Any] = [{"number": at} for at in range(3 * STRETCH + 5)]


def texts(values: list[Any]) -> list[str]:
    return [json.dumps(value) for value in values]


def naive(one: list[Any], other: list[Any]) -> int:
    pairs = zip(texts(one), texts(other), strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


@given(VALUES, VALUES, VALUES)
def test_what_is_shared_is_what_has_the_same_text(head: list[Any], some: list[Any], others: list[Any]) -> None:
    one, other = [*head, *some], [*head, *others]
    assert shared(sealed(one), sealed(other), other, {}) == naive(one, other)


@given(VALUES, VALUES)
def test_seals_that_hold_are_those_of_equal_texts(one: list[Any], other: list[Any]) -> None:
    held = begins(other, sealed(one))
    assert held.count == naive(one, other)
    assert sealed(other, held) == sealed(other)


@pytest.mark.parametrize("count", [0, 1, STRETCH - 1, STRETCH, STRETCH + 1, 2 * STRETCH, len(LONG)])
@pytest.mark.parametrize("more", [0, 1, STRETCH, STRETCH + 7])
def test_a_list_is_sealed_in_the_same_way_however_it_grew(count: int, more: int) -> None:
    short, long = LONG[:count], LONG[: count + more]
    assert sealed(long, sealed(short)) == sealed(long)
    assert sealed(long).count == len(long)
    assert shared(sealed(short), sealed(long), long, {}) == len(short)


def test_a_shorter_list_shares_what_its_seals_tell() -> None:
    assert shared(sealed(LONG), sealed(LONG[:70]), LONG[:70], {}) == STRETCH
    assert shared(sealed(LONG), sealed(LONG[:STRETCH]), LONG[:STRETCH], {}) == STRETCH


@pytest.mark.parametrize("at", [0, STRETCH - 1, STRETCH, 3 * STRETCH, len(LONG) - 1])
def test_a_value_that_is_changed_in_place_breaks_its_seal(at: int) -> None:
    values = [dict(value) for value in LONG]
    seals = sealed(values)
    values[at]["number"] = float(at)
    expected = at if at >= 3 * STRETCH else at // STRETCH * STRETCH
    assert begins(values, seals).count == expected
    assert shared(seals, sealed(values), values, {}) == expected


def test_the_first_seals_end_with_a_stretch_or_a_value() -> None:
    seals = sealed(LONG)
    assert first(seals, 10**9) == seals
    assert first(seals, 3 * STRETCH + 2) == sealed(LONG[: 3 * STRETCH + 2])
    assert first(seals, 3 * STRETCH - 1) == sealed(LONG[: 2 * STRETCH])
    assert first(seals, 0) == NO_SEALS


@pytest.mark.parametrize("count", [0, 1, 2, STRETCH - 1, STRETCH, STRETCH + 1, len(LONG)])
def test_the_size_is_that_of_the_text_in_the_brackets(count: int) -> None:
    assert sealed(LONG[:count]).size == len(msgspec.json.encode(LONG[:count])) - 2


def test_what_has_no_plain_text_has_no_size_and_is_known_again_all_the_same() -> None:
    values = ["a", ["\ud800"]]
    assert sealed(values).size is None
    assert begins(["a", ["\ud800"]], sealed(values)).count == 2
    assert begins(["a", ["\ud801"]], sealed(values)).count == 1


def test_what_is_no_json_is_like_nothing() -> None:
    values = ["a", object(), "\ud800", {"\ud800": object()}, "b"]
    seals = sealed(values)
    assert seals.size is None
    assert begins(values, seals).count == 1
    assert shared(seals, seals, values, {}) == 1


def test_values_with_a_null_are_told() -> None:
    values: list[Any] = ["a", None, {"b": None}, "null"]
    assert list(sealed(values).with_nulls(values)) == [None, {"b": None}]
    long = [*LONG, None]
    assert list(sealed(long).with_nulls(long)) == [None]
    assert list(Seals([None], []).with_nulls(LONG[:STRETCH])) == LONG[:STRETCH]
