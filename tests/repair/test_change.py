import pytest

from sendable import Change, Loss, UsageError
from sendable.repair.options import Options


@pytest.mark.parametrize("name", ["keeps", "demotes", "drops"])
def test_losses_have_names(name: str) -> None:
    assert str(Loss.named(name)) == name
    assert Loss.named(Loss.named(name)) is Loss.named(name)


def test_losses_grow() -> None:
    assert Loss.KEEPS < Loss.DEMOTES < Loss.DROPS


@pytest.mark.parametrize("name", ["", "DROP", "all"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(UsageError):
        Loss.named(name)


def test_change_without_a_rule_says_so_in_json() -> None:
    assert Change("some_pass", "", "messages.0", Loss.DROPS, "dropped it").as_json()["rule"] is None


def test_everything_is_allowed_unless_told() -> None:
    assert Options() == Options(Loss.DROPS, True, False, False, False)
