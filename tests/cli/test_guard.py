import pytest

from sendable.cli.guard import guarded
from sendable.errors import UnreadableError, UsageError


def deep() -> int:
    return deep() + 1


def test_outcome_passes_through() -> None:
    assert guarded(lambda: 3) == 3


def test_own_errors_pass_through() -> None:
    def wrong() -> None:
        raise UsageError("wrong")

    with pytest.raises(UsageError):
        guarded(wrong)


def test_recursion_is_depth() -> None:
    with pytest.raises(UnreadableError, match="nested too deeply"):
        guarded(deep)


def test_fault_is_named_by_its_place_and_not_by_what_it_holds() -> None:
    secret: dict[str, int] = {}
    with pytest.raises(UnreadableError, match=r"KeyError at test_guard.py:\d+") as told:
        guarded(lambda: secret["content"])
    assert "content" not in str(told.value)
