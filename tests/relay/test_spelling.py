import logging

import pytest

from sendable.relay import spelling_of, tell_once, where_of

SONNET = "us.anthropic.claude-sonnet-4-5-20250929-v1:0"
ARN = "arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3Ainference-profile%2Fus.anthropic.claude-opus-4-8"
VERTEX = "/v1/projects/p/locations/l/publishers/anthropic/models"


@pytest.mark.parametrize(
    ("path", "kind", "endpoint"),
    [
        ("//v1/messages", "a double slash", "messages"),
        ("/base//v1/messages?beta=true", "a double slash", "messages"),
        ("/v1//messages", "a double slash", "messages"),
        ("/v1/messages/", "a slash at its end", "messages"),
        ("/v1/messages/count_tokens/", "a slash at its end", "count_tokens"),
        ("/v1/%6dessages", "an escape", "messages"),
        ("//V1/%6Dessages/", "an escape", "messages"),
        ("/v1/messages;jsessionid=1", "parameters", "messages"),
        ("/V1/Messages", "letters in another case", "messages"),
        (f"//model/{SONNET}/invoke", "a double slash", "invoke"),
        (f"/model//{SONNET}/invoke", "a double slash", "invoke"),
        (f"/model/{ARN}/invoke/", "a slash at its end", "invoke"),
        (f"{VERTEX}/claude-opus-5%3ArawPredict", "an escape", "messages"),
        (f"{VERTEX}/claude-opus-5:RAWPREDICT", "letters in another case", "messages"),
    ],
)
def test_a_path_that_is_nearly_one_of_ours(path: str, kind: str, endpoint: str) -> None:
    odd = spelling_of("POST", path)
    assert odd is not None
    assert (odd.kind.startswith(kind), odd.where.endpoint) == (True, endpoint)


@pytest.mark.parametrize(
    "path",
    [
        *("/v1/messages", "/v1/messages?x=//", "/a%2Db/v1/messages", f"/model/{ARN}/invoke", "/v1/messages/batches"),
        *(
            "/v1/messages%2Fcount_tokens",
            "/v1/messages/batches/",
            "//v1/files",
            "/v1/messages%3Fx",
            "/v1/messages%2F",
            "/",
            "",
            "//",
            "/%",
            "/v1/%zz",
        ),
        *("/model//amazon.titan-text-express-v1/invoke", "/V1/Complete", "/v1/xmessages/", "messages/"),
    ],
)
def test_what_is_looked_at_or_is_another_call_is_no_spelling(path: str) -> None:
    assert spelling_of("POST", path) is None


def test_only_what_is_posted_is_a_call() -> None:
    assert spelling_of("GET", "//v1/messages") is None
    assert where_of("GET", "/v1/messages") is None


def test_each_kind_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    tell_once.cache_clear()
    for kind in ("one", "two", "one", "one"):
        tell_once(kind, "sendable")
    tell_once.cache_clear()
    assert [record.getMessage().rpartition(" ")[2] for record in caplog.records] == ["one", "two"]
    assert {record.levelno for record in caplog.records} == {logging.WARNING}
