import pytest

from sendable.contract.output_cap import output_cap
from sendable.targets import Target


@pytest.mark.parametrize(
    ("model", "cap"),
    [
        ("claude-haiku-4-5", 64_000),
        ("us.anthropic.claude-haiku-4-5-20251001-v1:0", 64_000),
        ("claude-sonnet-5", 128_000),
        ("claude-sonnet-9", None),
        ("claude-fable-5-2", None),
        ("gpt-5", None),
        (None, None),
    ],
)
def test_only_a_cap_that_is_known_counts(model: str | None, cap: int | None) -> None:
    assert output_cap(Target(model=model), batch=False) == cap


@pytest.mark.parametrize(
    ("betas", "cap"), [(None, 300_000), (("output-300k-2026-03-24",), 300_000), ((), 128_000), (("x",), 128_000)]
)
def test_a_batch_may_put_out_more_unless_its_beta_is_missing(betas: tuple[str, ...] | None, cap: int) -> None:
    assert output_cap(Target(model="claude-sonnet-5", betas=betas), batch=True) == cap
