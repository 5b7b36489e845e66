import pytest

from sendable.contract.output_config import knows_output_config
from sendable.targets import Target


@pytest.mark.parametrize("platform", ["bedrock", "vertex"])
def test_cloud_platforms_know_it_from_the_4_5_models_on(platform: str) -> None:
    assert not knows_output_config(Target(platform, "claude-sonnet-4-20250514"))
    assert knows_output_config(Target(platform, "claude-haiku-4-5"))
    assert knows_output_config(Target(platform, "some-model"))


@pytest.mark.parametrize("platform", ["api", "foundry"])
def test_others_know_it_for_every_model(platform: str) -> None:
    assert knows_output_config(Target(platform, "claude-sonnet-4-20250514"))
