"""What the API refused although it was sent."""

from typing import Any

import msgspec

from sendable.targets import Target

Json = dict[str, Any]


class Refused(msgspec.Struct, frozen=True):
    """A request that sendable let through, and that the API refused.

    Attributes:
        request: the body that was sent.
        target: where it went.
        status: of the answer.
        message: the API's text.
        rule: the rule that has such a message, or "refused" where none is known.
        retried: whether another request was sent in its place.
    """

    request: Json
    target: Target
    status: int
    message: str
    rule: str
    retried: bool
