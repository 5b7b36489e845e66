"""On which line of a JSON text a place stands."""

import re

from sendable.wire.paths import Path, Step

_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[{}\[\],:\n]', re.DOTALL)


def line_of(data: bytes, place: Path) -> int:
    """The line, from 1, on which the value at a place starts, or the nearest container that is there.

    A place speaks of the body: in a bare list of messages its first step is left out, in a Batches line `params` is
    put before. 0 for text that is no JSON object or list.
    """
    start = data.lstrip()[:1]
    if start == b"[":
        place = place[1:]
    elif start != b"{":
        return 0
    line, depth = _found(data, place)
    return line if depth or not place else _found(data, ("params", *place))[0]


def _found(data: bytes, place: Path) -> tuple[int, int]:
    walk = _Walk(place)
    for token in _TOKEN.finditer(data):
        if walk.take(token[0]):
            break
    return walk.line, walk.matched


class _Walk:
    """Follows a place through the tokens of a text; `line` and `matched` are those of the deepest step that was met."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.line = 1
        self._at_line = 1
        self.matched = 0
        self._open: list[list[Step | None]] = []
        self._key = False

    def take(self, token: bytes) -> bool:
        """Take a token; whether the place is found."""
        if token == b"\n":
            self._at_line += 1
        elif token in b"{[":
            self._key = token == b"{"
            self._open.append([None if self._key else 0])
            return self._met()
        elif token in b"}]":
            self._open.pop()
            self._key = False
            return len(self._open) < self.matched or not self._open
        elif token == b",":
            return self._next()
        elif token[:1] == b'"' and self._key:
            self._key = False
            self._open[-1][0] = token[1:-1].decode("utf-8", "replace")
            return self._met()
        return False

    def _next(self) -> bool:
        step = self._open[-1][0]
        if isinstance(step, int):
            self._open[-1][0] = step + 1
            return self._met()
        self._key = True
        return False

    def _met(self) -> bool:
        """Whether the way to here is the place; notes the line of each further step of it."""
        depth = len(self._open)
        if depth != self.matched + 1 or depth > len(self.place) or self._open[-1][0] != self.place[depth - 1]:
            return False
        self.matched = depth
        self.line = self._at_line
        return depth == len(self.place)
