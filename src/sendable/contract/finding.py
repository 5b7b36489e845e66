"""What a rule reports."""

from typing import Any

import msgspec

from sendable.wire.paths import Path, dotted


class Finding(msgspec.Struct, frozen=True, gc=False):
    """One reason for which the API would refuse a request.

    Attributes:
        rule: id of the rule.
        path: where, in the request as it was given: `messages.3.content.0`; "" for the whole request.
        message: the API's own text, with its own index.
        status: HTTP status of the answer.
        type: error type of the answer.
        evidence: what the rule rests on at best, with its date.
        place: `path` as a tuple of keys and indexes.
    """

    rule: str
    path: str
    message: str
    status: int
    type: str
    evidence: str
    place: Path = ()

    def as_json(self) -> dict[str, Any]:
        """The finding as reports and the command write it."""
        return {
            "rule": self.rule,
            "path": self.path,
            "message": self.message,
            "status": self.status,
            "type": self.type,
            "evidence": self.evidence,
        }


class Note(msgspec.Struct, frozen=True):
    """Something new: a name that stands in no SDK type this was written for. It leaves the verdict alone."""

    path: str
    what: str

    @classmethod
    def at(cls, path: Path, what: str) -> "Note":
        """A note for a place."""
        return cls(dotted(path), what)

    def as_json(self) -> dict[str, str]:
        """The note as reports write it."""
        return {"path": self.path, "what": self.what}
