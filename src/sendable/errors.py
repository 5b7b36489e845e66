"""The few kinds of error that sendable raises.

A fault of a request is never an exception: it is a finding. Exceptions are for input that is no request at all and
for mistakes of the caller. No message holds conversation content, a URL, data or a key.
"""

from typing import Self


class SendableError(Exception):
    """Base of all errors that sendable raises on purpose."""


class UnreadableError(SendableError, ValueError):
    """The input is no request: not JSON, not UTF-8, cut off, too deep, or of a wrong shape."""


class UsageError(SendableError, ValueError):
    """The caller asked for something that does not exist: an unknown platform, rule, loss or option."""


class LedgerError(SendableError):
    """A ledger cannot be read or written now. Whoever needs it only to foresee and to remember goes on without it.

    Attributes:
        reason: "gone", "locked", "full", "read-only", "refused", "damaged", "newer", "closed" or "failed".
    """

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"the ledger cannot be used: {reason}{f' ({detail})' if detail else ''}")
        self.reason = reason


class PlacedError(SendableError):
    """Something in a conversation that cannot be sent. The message is the reason alone.

    Attributes:
        path: where in the conversation it stands, `messages.3.parts.0`.
    """

    def __init__(self, reason: str, path: str = "") -> None:
        super().__init__(reason)
        self.path = path

    def inside(self, place: str) -> Self:
        """The same error, seen from further out: with this place in front of its path."""
        self.path = f"{place}.{self.path}" if self.path else place
        return self


class UnsupportedContentBlockError(PlacedError):
    """Content that has no form on the wire, such as audio."""


class ContentDecodeError(PlacedError, ValueError):
    """Content whose encoding is broken: base64 that is none, or text that is no UTF-8."""


class CachePointError(PlacedError, ValueError):
    """A cache point with no block before it."""
