import pytest

from sendable.targets.models import FAMILIES, find_model, models


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("claude-sonnet-4-5", "claude-sonnet-4-5"),
        ("claude-sonnet-4-5-20250929", "claude-sonnet-4-5"),
        ("claude-sonnet-4-5@20250929", "claude-sonnet-4-5"),
        ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-sonnet-4-5"),
        ("global.anthropic.claude-haiku-4-5-20251001-v1:0", "claude-haiku-4-5"),
        ("anthropic/claude-opus-4.8", "claude-opus-4-8"),
        ("arn:aws:bedrock:eu-west-1::inference-profile/eu.anthropic.claude-opus-5-5", "claude-opus-5-5"),
        ("claude-opus-4-20250514", "claude-opus-4"),
        ("claude-sonnet-4-0", "claude-sonnet-4"),
        ("CLAUDE-OPUS-5-5", "claude-opus-5-5"),
        ("claude-3-5-sonnet-20241022", "claude-sonnet-3-5"),
        ("claude-3-7-sonnet-latest", "claude-sonnet-3-7"),
        ("claude-3-haiku-20240307", "claude-haiku-3"),
        ("claude-mythos-preview", "claude-mythos-preview"),
    ],
)
def test_names_of_platforms_and_snapshots_mean_their_model(written: str, name: str) -> None:
    found = find_model(written)
    assert found is not None
    assert found.name == name
    assert found.inherited == ""


@pytest.mark.parametrize(
    ("written", "parent"),
    [
        ("claude-opus-5-7", "claude-opus-5-5"),
        ("claude-sonnet-6", "claude-sonnet-5-5"),
        ("claude-haiku-latest", "claude-haiku-5-5"),
        ("claude-opus-4-9", "claude-opus-4-8"),
    ],
)
def test_unknown_newer_model_inherits_from_the_newest_before_it(written: str, parent: str) -> None:
    found = find_model(written)
    assert found is not None
    assert (found.name, found.inherited) == (written, parent)
    assert found.prefix_check == models()[parent].prefix_check


@pytest.mark.parametrize("written", [None, "", "gpt-5", "claude", "claude-2.1", "claude-instant-1", "claude-poet-5"])
def test_other_names_mean_no_model(written: str | None) -> None:
    assert find_model(written) is None


@pytest.mark.parametrize("name", models())
def test_every_row_is_found_by_its_own_name(name: str) -> None:
    assert find_model(name) is models()[name]


@pytest.mark.parametrize("name", models())
def test_every_row_is_consistent(name: str) -> None:
    row = models()[name]
    assert row.family in FAMILIES
    assert set(row.thinking) <= {"adaptive", "enabled", "disabled", "between_tools"}
    assert set(row.capped) <= set(row.thinking)
    assert row.prefix_check in ("no", "accounts", "always")
    assert row.sampling in ("free", "one", "default", "haiku-5-5")
    assert row.system_messages in ("no", "yes", "ignored")
    assert set(row.assumed) <= set(row.__struct_fields__)
    assert not (row.thinks_unasked and "adaptive" not in row.thinking)
    assert row.context is None or row.max_output is None or row.max_output < row.context
