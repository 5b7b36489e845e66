"""The few kinds of error that sendable raises.

A fault of a request is never an exception: it is a finding. Exceptions are for input that is no request at all and
for mistakes of the caller. No message holds conversation content, a URL, data or a key.
"""


class SendableError(Exception):
    """Base of all errors that sendable raises on purpose."""


class UnreadableError(SendableError, ValueError):
    """The input is no request: not JSON, not UTF-8, cut off, too deep, or of a wrong shape."""


class UsageError(SendableError, ValueError):
    """The caller asked for something that does not exist: an unknown platform, rule, loss or option."""
