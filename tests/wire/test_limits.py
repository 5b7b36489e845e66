import pytest

from sendable.wire.limits import LIMITS, TOOL_ID, Limit


@pytest.mark.parametrize("value", ["toolu_1", "a-B_9"])
def test_a_string_that_matches_is_within_its_limit(value: str) -> None:
    assert Limit(pattern=TOOL_ID).broken_by(value) is None


@pytest.mark.parametrize("value", ["", "a b", "a.b", "toolu_1\n", "t\u00f6ol"])
def test_the_whole_string_must_match(value: str) -> None:
    assert Limit(pattern=TOOL_ID).broken_by(value) == ("pattern", f"String should match pattern '{TOOL_ID}'")


def test_lengths_are_told_in_characters() -> None:
    limit = Limit(shortest=1, longest=3)
    assert limit.broken_by("") == ("length", "String should have at least 1 character")
    assert limit.broken_by("\u00e4\u00f6\u00fc") is None
    assert limit.broken_by("abcd") == ("length", "String should have at most 3 characters")


def test_bounds_are_inclusive() -> None:
    limit = Limit(least=0, most=1)
    assert limit.broken_by(0) is limit.broken_by(1) is limit.broken_by(0.5) is None
    assert limit.broken_by(-1) == ("bounds", "must be greater than or equal to 0")
    assert limit.broken_by(1.1) == ("bounds", "must be less than or equal to 1")


def test_the_words_of_the_api_replace_the_general_ones() -> None:
    assert LIMITS["", "temperature"].broken_by(-5.0) == ("bounds", "range: 0..1")
