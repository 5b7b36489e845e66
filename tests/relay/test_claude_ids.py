import pytest

from sendable.relay.claude_ids import is_claude

ARN = "arn:aws:bedrock:us-east-1:123456789012"


@pytest.mark.parametrize(
    "model",
    [
        "anthropic.claude-sonnet-4-5-20250929-v1:0",
        "anthropic.claude-v2",
        "us.anthropic.claude-opus-4-8",
        "global.anthropic.claude-haiku-4-5-20251001-v1:0",
        "us-gov.anthropic.claude-3-haiku-20240307-v1:0",
        "Anthropic.Claude-Opus-5",
        "claude-opus-5",
        f"{ARN}:inference-profile/eu.anthropic.claude-sonnet-4-20250514-v1:0",
        f"{ARN}:default-prompt-router/anthropic.claude:1",
        f"{ARN}:custom-model/anthropic.claude-3-haiku-20240307-v1:0:200k/abc",
        "arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3Ainference-profile%2Fus.anthropic.claude-opus-4-8",
        "team/claude",
    ],
)
def test_a_claude_model(model: str) -> None:
    assert is_claude(model) is True


@pytest.mark.parametrize(
    "model",
    [
        "amazon.titan-text-express-v1",
        "us.amazon.nova-lite-v1:0",
        "cohere.embed-english-v3",
        "meta.llama3-8b-instruct-v1:0",
        "us.meta.llama3-3-70b-instruct-v1:0",
        "us.deepseek.r1-v1:0",
        "meta.llama-taught-by-claude",
        "openai.gpt-oss-120b-1:0",
        f"{ARN}:foundation-model/ai21.jamba-1-5-large-v1:0",
        f"{ARN}:inference-profile/apac.amazon.nova-pro-v1:0",
    ],
)
def test_a_model_of_another_vendor(model: str) -> None:
    assert is_claude(model) is False


@pytest.mark.parametrize(
    "model",
    [
        *(
            "",
            "x",
            "a-name",
            "claudette",
            "anthropics",
            "metaphor.v1",
            "amazon",
            "my-amazon-titan",
            "new-vendor.model-1",
        ),
        *(f"{ARN}:application-inference-profile/abc", f"{ARN}:provisioned-model/xyz", f"{ARN}:imported-model/meta"),
    ],
)
def test_an_id_that_does_not_tell(model: str) -> None:
    assert is_claude(model) is None
