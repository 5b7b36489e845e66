"""What a claim about the API rests on."""

from typing import Literal

import msgspec

Grade = Literal["recorded", "documented", "measured", "reported", "inferred"]

# Best first: a recording wins over a page, a page over a report.
GRADES: tuple[Grade, ...] = ("recorded", "documented", "measured", "reported", "inferred")


class Evidence(msgspec.Struct, frozen=True):
    """One piece of evidence.

    Attributes:
        grade: recorded (an archived answer), documented (official page or SDK type), measured (a project says that it
            ran the request live), reported (users or code quote the error), inferred (a conclusion).
        source: where it stands, short enough to find it again.
        on: date of the answer, page or report, as YYYY-MM or YYYY-MM-DD.
    """

    grade: Grade
    source: str
    on: str

    def __str__(self) -> str:
        return f"{self.grade} {self.on} ({self.source})"


def recorded(source: str, on: str) -> Evidence:
    """An archived answer of the live API."""
    return Evidence("recorded", source, on)


def documented(source: str, on: str) -> Evidence:
    """An official page, or a type of the official SDK."""
    return Evidence("documented", source, on)


def measured(source: str, on: str) -> Evidence:
    """A project states that it ran the request live and what came back."""
    return Evidence("measured", source, on)


def reported(source: str, on: str) -> Evidence:
    """Users or public source code quote the error."""
    return Evidence("reported", source, on)


def inferred(source: str, on: str) -> Evidence:
    """A conclusion from other rules."""
    return Evidence("inferred", source, on)


def best(evidence: tuple[Evidence, ...]) -> Evidence:
    """The strongest piece, the newest of equals."""
    return min(sorted(evidence, key=lambda e: e.on, reverse=True), key=lambda e: GRADES.index(e.grade))
