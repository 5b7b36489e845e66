import msgspec

from sendable.contract.check import check
from sendable.emulator.refusals import RefusedError, found, refusal, type_of
from sendable.wire.build import request

FINDING = check(request(max_tokens=1))[0]


def test_the_api_tells_type_text_and_id_of_the_request() -> None:
    answer = refusal(found(FINDING), "req_1")
    assert answer.status == 400
    assert msgspec.json.decode(answer.body or b"") == {
        "type": "error",
        "error": {"type": "invalid_request_error", "message": "messages: at least one message is required"},
        "request_id": "req_1",
    }


def test_bedrock_tells_the_text_alone_and_the_type_in_a_header() -> None:
    answer = refusal(RefusedError(404, "gone"), "1", "bedrock")
    assert msgspec.json.decode(answer.body or b"") == {"message": "gone"}
    assert answer.headers == {"x-amzn-errortype": "ResourceNotFoundException"}
    assert refusal(RefusedError(529, "busy"), "1", "bedrock").status == 503


def test_the_type_follows_the_status() -> None:
    assert [type_of(status) for status in (400, 429, 529, 418, 599)] == [
        "invalid_request_error",
        "rate_limit_error",
        "overloaded_error",
        "invalid_request_error",
        "api_error",
    ]


def test_a_refusal_may_be_late_and_have_headers_of_its_own() -> None:
    refused = RefusedError(429, "slow down", headers={"retry-after": "7"})
    refused.delay = 2.0
    answer = refusal(refused, "req_1")
    assert (answer.delay, answer.headers["retry-after"]) == (2.0, "7")
