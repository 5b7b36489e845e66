import pytest

from sendable.relay.scrub.words import is_word, public_model


@pytest.mark.parametrize(
    "text",
    [
        *("tool_use", "cache_control", "ephemeral", "user", "image/png", "web_search", "claude-opus-5-5", "maxLength"),
        *("thinking-binding-controls-2026-08-01", "web_search_20990101", "bedrock-2023-05-31", "input_text"),
    ],
)  # fmt: skip
def test_what_the_api_gave_is_a_word(text: str) -> None:
    assert is_word(text)


@pytest.mark.parametrize("text", ["toolu_01AbC", "fs.read", "Hello", "secret-2024", "sk-ant-1", "", "my-project-x"])
def test_what_somebody_else_gave_is_none(text: str) -> None:
    assert not is_word(text)


@pytest.mark.parametrize(
    ("name", "public"),
    [
        ("claude-opus-5-5", "claude-opus-5-5"),
        ("claude-haiku-4-5@20251001", "claude-haiku-4-5@20251001"),
        ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", "us.anthropic.claude-sonnet-4-5-20250929-v1:0"),
        ("claude-3-5-sonnet-20241022", "claude-3-5-sonnet-20241022"),
        ("arn:aws:bedrock:us-east-1:123456789:inference-profile/acme.claude-opus-5-5-secret", "claude-opus-5-5"),
        ("acme-claude-opus-5-5", "claude-opus-5-5"),
        ("claude-opus-5-5-acme", "claude-opus-5-5"),
        ("a-model-of-tomorrow", None),
        ("", None),
    ],
)
def test_of_a_model_the_public_name_stays(name: str, public: str | None) -> None:
    assert public_model(name) == public
