"""Refusals, and the envelopes that each platform puts them into."""

from typing import Any

import msgspec

from sendable.contract.finding import Finding
from sendable.emulator.exchange import Answer, json_answer

# The types of errors by status (documented in api/errors, 2026-10-08); every other status of the 4xx is a bad request.
TYPES = {
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    409: "conflict_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    504: "timeout_error",
    529: "overloaded_error",
}
MESSAGES = {
    429: "This request would exceed your account's rate limit. Please try again later.",
    500: "Internal server error",
    504: "Request timed out.",
    529: "Overloaded",
}
AWS_TYPES = {
    403: "AccessDeniedException",
    404: "ResourceNotFoundException",
    408: "ModelTimeoutException",
    413: "ValidationException",
    429: "ThrottlingException",
    500: "InternalServerException",
    503: "ServiceUnavailableException",
    504: "ModelTimeoutException",
    529: "ServiceUnavailableException",
}


class RefusedError(Exception):
    """Ends the work on a request with an answer that says why.

    Args:
        status: of HTTP.
        message: the API's text.
        kind: type of the error; by default the one of the status.
        finding: what the contract found, where that is the reason.
        headers: further headers, such as `retry-after`.

    Attributes:
        delay: seconds before the answer.
        request: the body that was refused, where it was JSON.
        details: more about the error, for programs.
        rule: the rule that refused it; "" for what is no rule.
        path: where in the request; "" for the whole of it.
        verdict: whether it was judged; not so where a script wanted it to fail, or something broke.
    """

    def __init__(
        self,
        status: int,
        message: str,
        kind: str | None = None,
        finding: Finding | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.kind = kind or type_of(status)
        self.headers = headers or {}
        self.delay = 0.0
        self.request: dict[str, Any] | None = None
        self.details: dict[str, Any] | None = None
        self.rule, self.path = ("", "") if finding is None else (finding.rule, finding.path)
        self.verdict = True


def type_of(status: int) -> str:
    """The type of error that goes with a status."""
    return TYPES.get(status, "invalid_request_error" if status < 500 else "api_error")


def bad_request(message: str, rule: str = "", path: str = "", status: int = 400) -> RefusedError:
    """The usual refusal, with the rule and the place in the request where it has them."""
    refused = RefusedError(status, message)
    refused.rule, refused.path = rule, path
    return refused


def broken(message: str) -> RefusedError:
    """The answer where something broke on this side; it would break again."""
    refused = RefusedError(500, message, headers={"x-should-retry": "false"})
    refused.verdict = False
    return refused


def found(finding: Finding) -> RefusedError:
    """The refusal for what the contract found."""
    return RefusedError(finding.status, finding.message, finding.type, finding)


def envelope(refused: RefusedError, request_id: str) -> dict[str, Any]:
    """The body of an error of the API; where Bedrock speaks the Messages API, its own types have no place in it."""
    kind = type_of(refused.status) if refused.kind.endswith("Exception") else refused.kind
    more = {"details": refused.details} if refused.details is not None else {}
    return {
        "type": "error",
        "error": {"type": kind, "message": refused.message, **more},
        "request_id": request_id,
    }


def refusal(refused: RefusedError, request_id: str, platform: str = "api") -> Answer:
    """The answer to a refused request, as the platform words it."""
    if platform == "bedrock":
        kind = refused.kind if refused.kind.endswith("Exception") else AWS_TYPES.get(refused.status, _AWS_BAD)
        status = {413: 400, 504: 408, 529: 503}.get(refused.status, refused.status)
        return _late({"message": refused.message}, status, {"x-amzn-errortype": kind}, refused)
    retry = {"x-should-retry": "true"} if refused.status in (408, 409, 429, 500, 529) else {}
    return _late(envelope(refused, request_id), refused.status, retry, refused)


def _late(body: Any, status: int, headers: dict[str, str], refused: RefusedError) -> Answer:
    answer = json_answer(body, status, {**headers, **refused.headers})
    return msgspec.structs.replace(answer, delay=refused.delay) if refused.delay else answer


_AWS_BAD = "ValidationException"
