"""On which line of a JSON text a place stands."""

import re

from sendable.wire.paths import Path, Step

_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[{}\[\],\n]|[^\s{}\[\],":]+', re.DOTALL)

_HOLDERS = ("params", "request")


def line_of(data: bytes, place: Path) -> int:
    """The line, from 1, on which the value at a place starts, or the nearest container that is there.

    A place speaks of the body: in a bare list of messages its first step is left out, in a Batches line `params` is
    put before, in a line of a log `request`. 0 for text that is no JSON object or list.
    """
    start = data.lstrip()[:1]
    if start == b"[":
        place = place[1:]
    elif start != b"{":
        return 0
    line, depth = _found(data, place)
    if depth or not place:
        return line
    return max((_found(data, (holder, *place)) for holder in _HOLDERS), key=lambda found: found[1])[0]


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
        self.matched = 0
        self._at_line = 1
        self._steps: list[Step] = []
        self._lists: list[bool] = []
        self._expects = False

    def take(self, token: bytes) -> bool:
        """Take a token; whether the place is found, or cannot be any more."""
        if token == b"\n":
            self._at_line += 1
            return False
        if token in b"}]":
            self._steps.pop()
            self._lists.pop()
            self._expects = False
            return len(self._steps) < self.matched or not self._steps
        if self._expects and self._met(token):
            return True
        self._expects = token in b"{[,"
        if token in b"{[":
            self._lists.append(token == b"[")
            self._steps.append(-1)
        if token in b"[," and self._lists[-1]:
            self._steps[-1] = int(self._steps[-1]) + 1
        return False

    def _met(self, token: bytes) -> bool:
        """Note the line if a key, or an entry of a list, is the next step of the place; whether it was the last one."""
        if not self._lists[-1]:
            self._steps[-1] = token[1:-1].decode("utf-8", "replace")
        depth = len(self._steps)
        if depth != self.matched + 1 or depth > len(self.place) or self._steps[-1] != self.place[depth - 1]:
            return False
        self.matched = depth
        self.line = self._at_line
        return depth == len(self.place)
