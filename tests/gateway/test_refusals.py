import msgspec
import pytest

from sendable.gateway import refusals
from sendable.gateway.refusals import GatewayError

CASES = {
    "bad request": (refusals.bad_request("No."), 400, "invalid_request_error"),
    "body": (refusals.body_too_large(5), 413, "request_too_large"),
    "head": (refusals.header_too_large(), 431, "invalid_request_error"),
    "headers": (refusals.too_many_headers(5), 431, "invalid_request_error"),
    "method": (refusals.unknown_method(), 400, "invalid_request_error"),
    "busy": (refusals.too_busy(), 503, "overloaded_error"),
    "stopped": (refusals.stopped(), 503, "api_error"),
    "slow": (refusals.body_too_slow(), 408, "timeout_error"),
    "inside": (refusals.failed_inside(), 500, "api_error"),
}


@pytest.mark.parametrize(("refused", "status", "kind"), CASES.values(), ids=CASES)
def test_a_refusal_has_the_form_of_the_api(refused: GatewayError, status: int, kind: str) -> None:
    told = msgspec.json.decode(refused.body)
    assert refused.status == status
    assert told == {"type": "error", "error": {"type": kind, "message": refused.message}, "request_id": None}
    assert refused.headers["sendable-error"] == refused.cause


def test_only_what_passes_by_itself_says_when_to_come_again() -> None:
    assert [name for name, (refused, *_) in CASES.items() if "retry-after" in refused.headers] == ["busy", "stopped"]
