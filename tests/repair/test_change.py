import json
from pathlib import Path
from typing import Any

import pytest

from sendable import Change, Loss, Target, UsageError, repair
from sendable.repair.options import Options

CASES = sorted((Path(__file__).parents[2] / "cases").glob("*/*.json"))


@pytest.mark.parametrize("name", ["keeps", "demotes", "drops"])
def test_losses_have_names(name: str) -> None:
    assert str(Loss.named(name)) == name
    assert Loss.named(Loss.named(name)) is Loss.named(name)


def test_losses_grow() -> None:
    assert Loss.KEEPS < Loss.DEMOTES < Loss.DROPS


@pytest.mark.parametrize("name", ["", "DROP", "all", None, 2])
def test_other_names_are_refused(name: Any) -> None:
    with pytest.raises(UsageError):
        Loss.named(name)


def test_change_that_only_asks_for_a_beta_leaves_the_request_as_it_is() -> None:
    asked = 0
    for case in CASES:
        held = json.loads(case.read_text(encoding="utf-8"))
        if not held.get("options", {}).get("add_betas") or "$media" in str(held):
            continue
        done = repair(held["request"], Target(**held["target"]), **held["options"])
        made = [change for change in done.changes if not change.only_asks]
        assert bool(made) == (done.request is not held["request"]), case
        asked += len(done.changes) - len(made)
    assert asked > 8


def test_change_without_a_rule_says_so_in_json() -> None:
    assert Change("some_pass", "", "messages.0", Loss.DROPS, "dropped it").as_json()["rule"] is None


def test_everything_is_allowed_unless_told() -> None:
    assert Options() == Options(Loss.DROPS, True, False, False, False)
