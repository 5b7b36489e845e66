"""What became of one request; filled while it is answered, told when it is done. Holds no content, key or address."""

from typing import Any

import msgspec

from sendable.relay import Report

PASSED = "passed"


class Outcome(msgspec.Struct):
    """One request.

    Attributes:
        started: the clock when its head was there.
        endpoint: which looked-at endpoint it was for; "passed" for any other.
        status: of the answer; 0 where none was begun.
        cause: why the gateway answered itself, or ended early; "" where it did not.
        upstream_status: what the upstream answered; 0 for nothing.
        request_id: the upstream's own name of it.
        inside: seconds that sendable itself took before it was sent.
        until_answer: seconds until the head of the answer was there.
        took: seconds until the last byte.
        sent: bytes of the answer's body.
        attempts: how often it was sent to the upstream.
        report: what `sendable.relay` tells of it.
    """

    started: float
    endpoint: str = PASSED
    status: int = 0
    cause: str = ""
    upstream_status: int = 0
    request_id: str = ""
    inside: float = 0.0
    until_answer: float = 0.0
    took: float = 0.0
    sent: int = 0
    attempts: int = 0
    report: Report | None = None

    @property
    def line(self) -> str:
        """One line for a log."""
        said = [f"{self.endpoint} {self.status or '-'}", f"{_ms(self.took)}ms", f"inside={_ms(self.inside)}ms"]
        if self.cause:
            said.append(f"cause={self.cause}")
        if self.attempts > 1:
            said.append(f"attempts={self.attempts}")
        if self.request_id:
            said.append(f"request-id={self.request_id}")
        if self.report is not None:
            said.append(self.report.line())
        return " ".join(said)

    @property
    def as_json(self) -> dict[str, Any]:
        """The same as JSON, with the report in full."""
        told = {
            "endpoint": self.endpoint,
            "status": self.status,
            "cause": self.cause or None,
            "upstream_status": self.upstream_status or None,
            "request_id": self.request_id or None,
            "attempts": self.attempts,
            "sent": self.sent,
            "milliseconds": {
                "inside": _ms(self.inside),
                "until_answer": _ms(self.until_answer),
                "took": _ms(self.took),
            },
        }
        return told if self.report is None else {**told, "sendable": self.report.as_json()}


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 2)
