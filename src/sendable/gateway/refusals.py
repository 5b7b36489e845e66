"""What the gateway itself answers where it cannot hand on an answer: errors in the API's own form."""

import msgspec

STOPPED = "stopped"
"""The cause where the gateway itself ended a request, because it ends."""


class GatewayError(Exception):
    """A request that the gateway does not hand on, or whose answer it did not get.

    Attributes:
        status: of the answer.
        type: of the error, in the API's words.
        message: says what happened, without an address or content.
        cause: one word for the log, the metrics and the header `sendable-error`.
        closes: whether the client's connection is closed behind the answer.
        headers: more headers of the answer.
    """

    def __init__(
        self, status: int, type: str, message: str, cause: str, *, closes: bool = False, retry_after: int | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.type = type
        self.message = message
        self.cause = cause
        self.closes = closes
        self.headers = {"sendable-error": cause} | ({} if retry_after is None else {"retry-after": str(retry_after)})

    @property
    def body(self) -> bytes:
        """The error as JSON."""
        return envelope(self.type, self.message)


def envelope(type: str, message: str) -> bytes:
    """An error in the form of the API's own."""
    error = {"type": type, "message": message}
    return msgspec.json.encode({"type": "error", "error": error, "request_id": None})


def bad_request(message: str, cause: str = "bad-request") -> GatewayError:
    """The refusal of a request that is no proper HTTP, or that tries to go elsewhere; ends the connection."""
    return GatewayError(400, "invalid_request_error", message, cause, closes=True)


def body_too_large(most: int) -> GatewayError:
    """The refusal of a body over the limit."""
    return GatewayError(
        413,
        "request_too_large",
        f"Request exceeds the maximum size of the gateway: {most} bytes.",
        "body-too-large",
        closes=True,
    )


def header_too_large() -> GatewayError:
    """The refusal of a head over the limit."""
    message = "The headers of the request exceed the maximum size of the gateway."
    return GatewayError(431, "invalid_request_error", message, "header-too-large", closes=True)


def too_many_headers(most: int) -> GatewayError:
    """The refusal of a head with more headers than are taken."""
    message = f"The request has more headers than the gateway takes: {most}."
    return GatewayError(431, "invalid_request_error", message, "header-too-large", closes=True)


def unknown_method() -> GatewayError:
    """The refusal of a request that begins with no method of HTTP."""
    return bad_request("The request begins with no method that is known here.", "unknown-method")


def too_busy() -> GatewayError:
    """The refusal of one request too many at a time."""
    return GatewayError(503, "overloaded_error", "The gateway is overloaded.", "concurrency", retry_after=1)


def stopped() -> GatewayError:
    """The answer where the gateway ends before one came."""
    message = "The gateway was stopped before the upstream answered."
    return GatewayError(503, "api_error", message, STOPPED, closes=True, retry_after=1)


def body_too_slow() -> GatewayError:
    """The refusal of a body that stopped coming."""
    return GatewayError(
        408, "timeout_error", "Timed out while waiting for the request body.", "body-timeout", closes=True
    )


def failed_inside() -> GatewayError:
    """The answer where the gateway itself fails."""
    return GatewayError(500, "api_error", "The gateway failed on this request.", "gateway-failed", closes=True)
