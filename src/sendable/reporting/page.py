"""A page of text for a person: its width, its colours, its signs."""

import os
import shutil
from collections.abc import Iterable, Mapping
from textwrap import wrap
from typing import BinaryIO, TextIO

import click

NARROW, WIDE = 40, 100
"""A page is as wide as the terminal, within these bounds."""

_PLAIN = str.maketrans({"✗": "x", "✓": "+", "…": "~", "·": "-", "│": "|", "×": "x", "→": ">"})
_CONTROL = {code: "\ufffd" for code in (*range(32), *range(127, 160)) if code not in (9, 10)}

# What each role of a piece of text looks like on a terminal.
_LOOKS: dict[str, dict[str, object]] = {
    "title": {"bold": True},
    "bad": {"fg": "red", "bold": True},
    "good": {"fg": "green", "bold": True},
    "warn": {"fg": "yellow"},
    "soft": {"dim": True},
    "name": {"fg": "cyan"},
    "added": {"fg": "green"},
    "removed": {"fg": "red"},
}


class Page:
    """Lines of text that are wrapped, and coloured if the reader is a terminal."""

    def __init__(self, width: int = WIDE, colour: bool = False) -> None:
        self.width = max(NARROW, min(width, WIDE))
        self.colour = colour
        self.lines: list[str] = []

    @classmethod
    def for_stream(cls, stream: TextIO, environ: Mapping[str, str] = os.environ) -> "Page":
        """A page for a stream; colour on a terminal only, as NO_COLOR and FORCE_COLOR have it."""
        return cls(shutil.get_terminal_size((WIDE, 24)).columns, _wants_colour(stream, environ))

    def paint(self, text: str, look: str) -> str:
        """The text in the look of that name; control characters made harmless."""
        text = printable(text)
        if not self.colour or look not in _LOOKS:
            return text
        return click.style(text, **_LOOKS[look])  # type: ignore[arg-type]

    def line(self, text: str = "") -> None:
        """Add a line as it is."""
        self.lines.append(text.rstrip())

    def paragraph(self, text: str, look: str = "", *, indent: int = 2, first: str = "", rest: str = "") -> None:
        """Add text wrapped to the width, behind `first` in its first line and `rest` in the others."""
        rest = rest or " " * len(first)
        room = max(self.width - indent - len(first), 20)
        for at, part in enumerate(_wrapped(printable(text), room)):
            self.line(" " * indent + self.paint(rest if at else first, "soft") + self.paint(part, look))

    def row(self, label: str, parts: Iterable[tuple[str, str]], between: str = " · ") -> None:
        """Add a label and the parts behind it, each with its look, wrapped between parts."""
        used = column = len(printable(label))
        held = self.paint(label, "")
        lead = ""
        for text, look in parts:
            if lead and used + len(lead) + len(text) + len(between.rstrip()) > self.width:
                self.line(held + lead.rstrip())
                held, used, lead = " " * column, column, ""
            held += self.paint(lead, "soft") + self.paint(text, look)
            used += len(lead) + len(text)
            lead = between
        self.line(held)

    def write(self, stream: BinaryIO, encoding: str | None = "utf-8") -> None:
        """Write the lines; signs that the encoding lacks get plain ones, what else it lacks a question mark."""
        text = "".join(f"{line}\n" for line in self.lines)
        try:
            data = text.encode(encoding or "utf-8")
        except UnicodeEncodeError:
            data = text.translate(_PLAIN).encode(encoding or "utf-8", "replace")
        stream.write(data)
        stream.flush()


def printable(text: str) -> str:
    """The text without what could move the cursor or break the encoding."""
    return text.translate(_CONTROL).encode("utf-8", "replace").decode()


def _wrapped(text: str, room: int) -> list[str]:
    return [part for line in text.split("\n") for part in wrap(line, room, break_on_hyphens=False) or [""]]


def _wants_colour(stream: TextIO, environ: Mapping[str, str]) -> bool:
    if environ.get("NO_COLOR"):
        return False
    return bool(environ.get("FORCE_COLOR")) or (stream.isatty() and environ.get("TERM") != "dumb")
