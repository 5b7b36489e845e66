"""Paths that are nearly those which are looked at. They go as they came: what an API makes of them, only it knows."""

import logging
import re
from functools import cache
from urllib.parse import unquote

import msgspec

from sendable.relay.where import Where, where_of

SPELLING = "spelling"
"""What a report notes of a request whose path is nearly one that is looked at."""

_PLAIN = re.compile(r"%(?:2[DdEe]|3[0-9Aa]|[46][1-9A-Fa-f]|5[0-9AaFf]|7[0-9AaEe])")
"""Escapes of what needs none in a path: letters, digits, `-._~:`."""

_LETTERS = re.compile(
    r"/v1/messages(?:/count_tokens)?$|/model/|/invoke(?:-with-response-stream)?$|/publishers/anthropic/models/"
    r"|:rawPredict$|:streamRawPredict$",
    re.IGNORECASE,
)
_WRITTEN = {"rawpredict": "rawPredict", "streamrawpredict": "streamRawPredict"}


class Spelling(msgspec.Struct, frozen=True):
    """How a path differs from one that is looked at.

    Attributes:
        kind: in a few words.
        where: what the other one says.
    """

    kind: str
    where: Where


def spelling_of(method: str, path: str) -> Spelling | None:
    """How a call that is not looked at differs from one that is; None where it is another call altogether.

    Args:
        method: of HTTP.
        path: as it stands in the request.
    """
    came = path.partition("?")[0]
    if method != "POST" or where_of(method, came) is not None:
        return None
    kinds: list[str] = []
    all_steps = came
    for kind, step in _STEPS:
        # One alone is named before several together: an escape elsewhere in the path is no matter.
        where = where_of(method, step(came))
        if where is not None:
            return Spelling(kind, where)
        kinds += [kind] if step(all_steps) != all_steps else []
        all_steps = step(all_steps)
    where = where_of(method, all_steps) if kinds else None
    return None if where is None else Spelling(kinds[0], where)


@cache
def tell_once(kind: str, logger: str) -> None:
    """Warn of a kind of spelling, once in a process."""
    logging.getLogger(logger).warning(
        "a path that looks like one of the Messages API is not looked at, and goes as it came: it has %s", kind
    )


_STEPS = (
    ("an escape that it needs not", lambda path: _PLAIN.sub(lambda found: unquote(found[0]), path)),
    ("parameters behind a semicolon", lambda path: re.sub(r";[^/]*", "", path)),
    ("a double slash: does the base address end in one?", lambda path: re.sub(r"//+", "/", path)),
    ("a slash at its end", lambda path: path.rstrip("/")),
    ("letters in another case", lambda path: _LETTERS.sub(_cased, path)),
)


def _cased(found: re.Match[str]) -> str:
    lower = found[0].lower()
    return lower[:1] + _WRITTEN.get(lower[1:], lower[1:])
