import pytest

from sendable.relay.beta_header import betas_in, with_betas


@pytest.mark.parametrize(
    ("value", "names"), [("", []), ("a", ["a"]), (" a , b,,c ", ["a", "b", "c"]), (",", []), ("a,a", ["a", "a"])]
)
def test_names_are_read(value: str, names: list[str]) -> None:
    assert betas_in(value) == names


@pytest.mark.parametrize(
    ("value", "more", "after"),
    [
        ("", ["b"], "b"),
        ("a", ["b", "c"], "a,b,c"),
        ("a , b", ["b"], "a , b"),
        ("a , b", ["c"], "a,b,c"),
        ("a", [], "a"),
    ],
)
def test_missing_names_come_behind_those_that_stand(value: str, more: list[str], after: str) -> None:
    assert with_betas(value, more) == after
