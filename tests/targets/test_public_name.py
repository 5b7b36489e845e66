import msgspec
import pytest

from sendable.targets import find_model, models
from sendable.targets.public_name import UNKNOWN, public_name

NAMES = [
    *models(),
    "claude-opus-9-9",
    "claude-sonnet-latest",
    "claude-mythos-preview",
    "us.anthropic.claude-opus-4-8-v1:0",
    "arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/acme-claude-opus-5-5",
    "acme-claude-haiku-7-secret",
    "claude-3-5-sonnet@20240620",
]


@pytest.mark.parametrize("name", NAMES)
def test_it_means_the_same_model_and_names_no_account(name: str) -> None:
    told, meant = find_model(public_name(name)), find_model(name)
    assert told is not None
    assert meant is not None
    assert msgspec.structs.replace(told, name="") == msgspec.structs.replace(meant, name="")
    assert not {"acme", "secret", "aws", "us."} & {
        part for part in ("acme", "secret", "aws", "us.") if part in told.name
    }
    assert public_name(told.name) == told.name


@pytest.mark.parametrize("name", ["arn:aws:acme/secret", "gpt-5", "", "claude-1"])
def test_what_is_of_no_family_has_one_name(name: str) -> None:
    assert public_name(name) == UNKNOWN
    assert find_model(UNKNOWN) is None
