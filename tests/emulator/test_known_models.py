import pytest

from sendable.emulator.known_models import described, is_known, listed
from sendable.targets import find_model, models
from sendable.wire.schema import schema


@pytest.mark.parametrize("name", [
    "claude-opus-5-5", "claude-3-5-sonnet-20241022", "claude-sonnet-9", "us.anthropic.claude-haiku-4-5-20251001-v1:0",
    "claude-sonnet-4-5@20250929", "claude-2.1", "anthropic.claude-v2:1", "claude-instant-1.2", "claude-mythos-preview",
    "arn:aws:bedrock:us-east-1:1:application-inference-profile/abc", "anthropic/claude-opus-4.8",
])  # fmt: skip
def test_names_of_claude_families_are_known(name: str) -> None:
    assert is_known(name)


@pytest.mark.parametrize("name", [
    None, "", "gpt-5", "claude", "claude-sonet-4-5", "claude-this-model-does-not-exist", "opus-4-8", "claude-42",
    "there-is-no-such-model",
])  # fmt: skip
def test_other_names_are_not(name: str | None) -> None:
    assert not is_known(name)


def test_the_list_holds_what_the_official_client_names_and_is_not_retired_the_newest_first() -> None:
    names = [model["id"] for model in listed()]
    assert set(names) <= set(schema().models)
    known = [find_model(name) for name in schema().models]
    assert len(names) == len({model.name for model in known if model is not None and not model.retired})
    assert names.index("claude-opus-5-5") < names.index("claude-opus-4-8")
    assert "claude-haiku-4-5-20251001" in names
    assert "claude-haiku-4-5" not in names


@pytest.mark.parametrize(
    ("name", "time"),
    [
        ("claude-haiku-4-5-20251001", "2025-10-01T00:00:00Z"),
        ("claude-sonnet-4-5@20250929", "2025-09-29T00:00:00Z"),
        ("claude-opus-5-5", "1970-01-01T00:00:00Z"),
        ("claude-opus-4-20259999", "1970-01-01T00:00:00Z"),
    ],
)
def test_when_it_came_out_tells_the_date_in_its_name(name: str, time: str) -> None:
    assert described(models()["claude-opus-5-5"], name)["created_at"] == time


def test_a_model_is_described_by_what_is_known_of_it() -> None:
    told = described(models()["claude-haiku-4-5"], "claude-haiku-4-5-20251001")
    assert (told["display_name"], told["line"]) == ("Claude Haiku 4.5", "haiku")
    assert not told["capabilities"]["code_execution"]["supported"]
    assert not told["capabilities"]["effort"]["supported"]
