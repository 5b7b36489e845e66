"""A request as it came, read and addressed."""

from collections.abc import Mapping
from typing import Any

import msgspec

from sendable.targets import Target
from sendable.wire.index import Index

Json = dict[str, Any]


class Call(msgspec.Struct, frozen=True):
    """A request as it came.

    Attributes:
        body: its bytes.
        headers: names in lower case.
        came: the request as it came.
        given: the request that is judged: as it came, with opened envelopes.
        target: where it goes.
        conversation: key of the conversation; None where it is found by its beginning.
    """

    body: bytes
    headers: Mapping[str, str]
    came: Json
    given: Index
    target: Target
    conversation: str | None = None
