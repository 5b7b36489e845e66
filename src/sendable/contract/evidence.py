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
        of: the wordings of the rule that it shows ("" is the first one), or the places; empty: all of them.
        accepted: whether it shows what is accepted, and so where the rule ends; it is none for a refusal then.
    """

    grade: Grade
    source: str
    on: str
    of: tuple[str, ...] = ()
    accepted: bool = False

    def shows(self, variant: str, path: str) -> bool:
        """Whether it is evidence for this refusal."""
        return not self.accepted and (not self.of or variant in self.of or path in self.of)

    def __str__(self) -> str:
        return f"{self.grade} {self.on} ({self.source})"


def recorded(source: str, on: str, *, of: tuple[str, ...] = (), accepted: bool = False) -> Evidence:
    """An archived answer of the live API."""
    return Evidence("recorded", source, on, of, accepted)


def documented(source: str, on: str, *, of: tuple[str, ...] = ()) -> Evidence:
    """An official page, or a type of the official SDK."""
    return Evidence("documented", source, on, of)


def measured(source: str, on: str, *, of: tuple[str, ...] = ()) -> Evidence:
    """A project states that it ran the request live and what came back."""
    return Evidence("measured", source, on, of)


def reported(source: str, on: str) -> Evidence:
    """Users or public source code quote the error."""
    return Evidence("reported", source, on)


def inferred(source: str, on: str, *, of: tuple[str, ...] = ()) -> Evidence:
    """A conclusion from other rules."""
    return Evidence("inferred", source, on, of)


def best(evidence: tuple[Evidence, ...]) -> Evidence:
    """The strongest piece for what is refused, the newest of equals."""
    shown = [piece for piece in evidence if not piece.accepted] or list(evidence)
    return min(sorted(shown, key=lambda e: e.on, reverse=True), key=lambda e: GRADES.index(e.grade))


def best_for(evidence: tuple[Evidence, ...], variant: str, path: str) -> Evidence:
    """The strongest piece for one refusal: its wording, and its place."""
    return best(tuple(piece for piece in evidence if piece.shows(variant, path)) or evidence)
