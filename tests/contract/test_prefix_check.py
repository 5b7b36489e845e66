from typing import Any

import pytest

from sendable.contract.prefix_check import checks_prefix, lets_drop
from sendable.targets import Target


@pytest.mark.parametrize(
    ("model", "enforced", "checks"),
    [
        ("claude-opus-5-5", True, True),
        ("claude-opus-5-5", False, False),
        ("claude-fable-5-2", False, True),
        ("claude-sonnet-4-5", True, False),
        ("a-model-of-tomorrow", True, False),
        (None, True, False),
    ],
)
def test_model_and_account_decide(model: str | None, enforced: bool, checks: bool) -> None:
    assert checks_prefix(Target(model=model, enforces_prefix=enforced), None) is checks


ADAPTIVE = {"type": "adaptive"}


def asking(behaviour: object, name: str = "prefix_mismatch_behavior") -> dict[str, Any]:
    return {**ADAPTIVE, "block_binding": {name: behaviour}}


@pytest.mark.parametrize(
    ("model", "setting", "checks"),
    [
        ("claude-opus-5-5", asking("error"), True),
        ("claude-opus-5-5", asking("drop_block"), True),
        ("claude-opus-5-5", asking("error", "mismatch_behavior"), True),
        ("claude-opus-5-5", ADAPTIVE, False),
        ("claude-opus-5-5", {**ADAPTIVE, "block_binding": {}}, False),
        ("claude-opus-5-5", {**ADAPTIVE, "block_binding": "error"}, False),
        ("claude-opus-5-5", asking(None), False),
        ("claude-opus-5-5", asking("error", "bind_to_end_user"), False),
        ("claude-opus-5-5", None, False),
        ("claude-opus-5-5", "adaptive", False),
        ("claude-opus-4-8", asking("error"), False),
        ("a-model-of-tomorrow", asking("error"), False),
    ],
)
def test_a_request_may_ask_for_the_check(model: str, setting: Any, checks: bool) -> None:
    assert checks_prefix(Target(model=model, enforces_prefix=False), setting) is checks


@pytest.mark.parametrize(
    ("setting", "drops"),
    [
        (asking("drop_block"), True),
        (asking("drop_block", "mismatch_behavior"), True),
        (asking("error"), False),
        (asking(["drop_block"]), False),
        (ADAPTIVE, False),
        (None, False),
    ],
)
def test_what_fails_is_dropped_where_that_is_asked_for(setting: Any, drops: bool) -> None:
    assert lets_drop(setting) is drops
