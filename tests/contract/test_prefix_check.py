import pytest

from sendable.contract.prefix_check import checks_prefix
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
    assert checks_prefix(Target(model=model, enforces_prefix=enforced)) is checks
