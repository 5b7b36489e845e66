"""The error for a request that is held back: what is wrong, where, and what to do."""

from sendable.contract.finding import Finding
from sendable.errors import SendableError
from sendable.relay import Report

_TO_DO = {
    "check": "Nothing was changed, as the mode is check; the mode repair repairs what can be repaired.",
    "repair": "It has no repair within the options that were given.",
    "signed": "It is signed, and so was not changed here: the SDK's middleware repairs before a request is signed.",
}


class RejectedError(SendableError):
    """A request that was held back, since the API would have refused it, or since sendable failed on it.

    Attributes:
        report: all that happened to it.
    """

    def __init__(self, report: Report) -> None:
        super().__init__(_told(report))
        self.report = report

    def __reduce__(self) -> tuple[type["RejectedError"], tuple[Report]]:
        """Errors are pickled by what they were made of."""
        return type(self), (self.report,)

    @property
    def findings(self) -> list[Finding]:
        """What the API would refuse, in its own words; none where sendable itself failed."""
        return self.report.remaining


def _told(report: Report) -> str:
    if not report.remaining:
        kind = report.notes[-1] if report.notes else "for no known reason"
        return f"Not sent: sendable failed on this request ({kind}), and is set up to hold such requests back."
    first, *others = report.remaining
    more = f", and {len(others)} more" if others else ""
    return (
        f"Not sent, since the API would refuse it with status {first.status}: {first.message} "
        f"(rule {first.rule}, at {first.path or 'the request'}{more}). "
        f"{_TO_DO['signed' if 'signed' in report.notes else report.mode]} `sendable explain {first.rule}` tells why."
    )
