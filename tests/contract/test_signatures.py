import pytest

from sendable.contract.signatures import is_damaged, reads_signatures
from sendable.targets import Target


@pytest.mark.parametrize(
    "signature", ["EqQBCgIYAhIM", "EqQBCgIYAhI=", "CAQSogcKEAgSGAI4AQ==", "EqQBCgIYAhI", "a+/b" * 90]
)
def test_base64_is_never_damaged(signature: str) -> None:
    assert not is_damaged(signature)


@pytest.mark.parametrize(
    "signature", ["", "=", "skip", "SKIP", "sig_abc", "EqQB CgIY", "EqQBC", "Eq=BCgIY", "gemini-thought"]
)
def test_what_no_model_gives_is_damaged(signature: str) -> None:
    assert is_damaged(signature)


def test_older_models_take_any_signature() -> None:
    assert not reads_signatures(Target(model="claude-sonnet-4-20250514"))
    assert reads_signatures(Target(model="claude-sonnet-4-5"))
    assert reads_signatures(Target(model=None))
