import json
from typing import Any

import pytest

from sendable.contract.finding import Finding
from sendable.relay.refusal import encoded, message_of, not_judged, refusal_for

FINDING = Finding("r", "messages", "messages: bad", 400, "invalid_request_error", "e")
LARGE = Finding("request-too-large", "", "Request exceeds the maximum size", 413, "request_too_large", "e")


def test_the_api_is_answered_for_in_its_own_words() -> None:
    refusal = refusal_for(FINDING, "api")
    assert refusal.status == 400
    assert refusal.headers == {"content-type": "application/json", "x-should-retry": "false"}
    assert json.loads(refusal.body) == {
        "type": "error",
        "error": {"type": "invalid_request_error", "message": "messages: bad"},
        "request_id": None,
    }
    assert message_of(refusal.body) == ("invalid_request_error", "messages: bad")


def test_bedrock_words_it_its_way() -> None:
    refusal = refusal_for(LARGE, "bedrock")
    assert (refusal.status, json.loads(refusal.body)) == (400, {"message": LARGE.message})
    assert refusal.headers["x-amzn-errortype"] == "ValidationException"


@pytest.mark.parametrize("platform", ["api", "bedrock", "vertex", "foundry"])
def test_a_failure_of_its_own_is_no_fault_of_the_client(platform: str) -> None:
    refusal = not_judged(platform)
    assert refusal.status == 500
    told = message_of(refusal.body)
    assert told is not None
    assert told[1].startswith("sendable failed")


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"type": "error", "error": {"type": "t", "message": "m"}}, ("t", "m")),
        ({"message": "m"}, ("", "m")),
        ({"error": {"code": 400, "message": "m", "status": "INVALID_ARGUMENT"}}, ("", "m")),
        ([{"error": {"code": 400, "message": "m", "status": "INVALID_ARGUMENT"}}], ("", "m")),
        ({"error": "m"}, None),
        ({"error": {"message": 1}}, None),
        ([], None),
        ([1], None),
        (1, None),
    ],
)
def test_errors_are_read_in_any_envelope(value: Any, told: tuple[str, str] | None) -> None:
    assert message_of(json.dumps(value).encode()) == told


@pytest.mark.parametrize("data", [b"", b"<html>", b"\xff", b"[" * 100_000])
def test_what_is_no_error_is_none(data: bytes) -> None:
    assert message_of(data) is None


def test_an_encoded_body_that_is_held_back_is_said_to_be_one() -> None:
    assert (encoded("api").status, message_of(encoded("api").body)) == (
        415,
        (
            "invalid_request_error",
            "An encoded body is not judged here, and sendable is set up to hold such requests back. Nothing was sent.",
        ),
    )
    assert encoded("bedrock").headers["x-amzn-errortype"] == "ValidationException"
