from urllib.parse import quote

import pytest

from sendable.relay import Where, where_of

SONNET = "us.anthropic.claude-sonnet-4-5-20250929-v1:0"
BEDROCK = "arn:aws:bedrock:us-east-1:1"
ARN = f"{BEDROCK}:application-inference-profile/abc"
SYSTEM = f"{BEDROCK}:inference-profile/{SONNET}"
DATED = "claude-haiku-4-5@20251001"
VERTEX = "/v1/projects/p/locations/global/publishers/anthropic/models"


@pytest.mark.parametrize(
    ("path", "where"),
    [
        ("/v1/messages", Where("api", "messages")),
        ("/v1/messages?beta=true", Where("api", "messages")),
        ("/anthropic/v1/messages", Where("api", "messages")),
        ("/v1/messages/count_tokens", Where("api", "count_tokens")),
        (f"/model/{SONNET}/invoke", Where("bedrock", "invoke", SONNET)),
        (f"/model/{SONNET.replace(':', '%3A')}/invoke", Where("bedrock", "invoke", SONNET)),
        (f"/model/{quote(ARN, safe='')}/invoke", Where("bedrock", "invoke", ARN, certain=False)),
        (f"/model/{quote(ARN, safe=':')}/invoke", Where("bedrock", "invoke", ARN, certain=False)),
        (f"/model/{quote(SYSTEM, safe='')}/invoke", Where("bedrock", "invoke", SYSTEM)),
        ("/model/a-name/invoke", Where("bedrock", "invoke", "a-name", certain=False)),
        (f"/model/{SONNET}/invoke?X-Amz-Date=1&X-Amz-Signature=ab", Where("bedrock", "invoke", SONNET, signed=True)),
        (f"/model/{SONNET}/invoke?x%2Damz%2Dsignature", Where("bedrock", "invoke", SONNET, signed=True)),
        (f"/model/{SONNET}/invoke?a=X-Amz-Signature=ab&signature=1", Where("bedrock", "invoke", SONNET)),
        (
            f"/model/{SONNET}/invoke-with-response-stream",
            Where("bedrock", "invoke-with-response-stream", SONNET),
        ),
        (f"{VERTEX}/claude-opus-5-5:rawPredict", Where("vertex", "messages", "claude-opus-5-5")),
        (f"{VERTEX}/{DATED}:streamRawPredict", Where("vertex", "messages", DATED)),
        (f"{VERTEX}/count-tokens:rawPredict", Where("vertex", "count_tokens")),
    ],
)  # fmt: skip
def test_calls_that_are_looked_at(path: str, where: Where) -> None:
    assert where_of("POST", path) == where


@pytest.mark.parametrize(
    "path",
    [
        *("/v1/messages/", "/v1/messages/batches", "/v1/messagesx", "//v1/messages", "v1/messages", "/v1/complete"),
        *("/v1/files", "/v1/models", "/", "", "/model/a/converse", "/model//invoke", "/model/a/b/invoke"),
        *(f"{VERTEX}/claude:predict", "/publishers/google/models/gemini:rawPredict", "/v1/x?/v1/messages"),
        "/v1/messages/count_tokens/more",
        *("/model/amazon.titan-text-express-v1/invoke", "/model/us.meta.llama3-3-70b-instruct-v1%3A0/invoke"),
        f"/model/{quote(BEDROCK + ':foundation-model/cohere.embed-english-v3', safe='')}/invoke",
    ],
)
def test_all_else_passes_unseen(path: str) -> None:
    assert where_of("POST", path) is None


def test_only_what_is_posted_is_looked_at() -> None:
    assert [where_of(method, "/v1/messages") for method in ("GET", "OPTIONS", "post", "PUT")] == [None] * 4
