"""Where a message of the API says that something is wrong, as a place of the request.

The API puts the type of each object into the place: `tools.0.custom.strict`, `messages.0.content.1.image.source.base64`
(the walk in `wire.schema` writes it so, too). Such a tag is no key, and is stepped over. What does not lead all the way
is no place: what is shorter names something else, and more.
"""

import re
from collections.abc import Iterator
from typing import Any

from sendable.wire.paths import Path, found, lookup

_PLACE = re.compile(r"([a-z_]+\.\S*?):(?=\s|$)")
_DEEPEST = 24
"""How many steps are followed at most; the deepest that the API knows are half as many."""

_DIGITS = 9
FREE = frozenset({"input", "input_schema", "schema", "properties"})
"""What stands below these is of the caller's own making: the API knows no types there."""

_OTHER_TAGS = {"document": "pdf"}
"""What the API calls some types in a place, beside their names."""


def place_in(message: str, request: dict[str, Any]) -> Path:
    """The place that a message begins with; () where it names none, or one that the request does not have in full.

    Args:
        message: the API's text.
        request: the request as it was sent.
    """
    named = _PLACE.match(message)
    if named is None or named[1].endswith(".") or named[1].count(".") >= _DEEPEST:
        return ()
    return next(_ways(request, named[1], ()), ())


def _ways(value: Any, rest: str, above: Path, *, tagged: bool = False) -> Iterator[Path]:
    """The ways along a place, below what is reached already; those that take a step for a tag come first."""
    if not rest:
        yield ()
    elif isinstance(value, dict):
        for tag in () if tagged else _tags(value, above):
            if (left := _behind(rest, tag)) is not None:
                yield from _ways(value, left, above, tagged=True)
        for key, held in value.items():
            if (left := _behind(rest, key)) is not None:
                yield from ((key, *way) for way in _ways(held, left, (*above, key)))
    elif isinstance(value, (list, tuple)):
        step, _, left = rest.partition(".")
        if step.isdecimal() and step.isascii() and len(step) <= _DIGITS and int(step) < len(value):
            at = int(step)
            yield from ((at, *way) for way in _ways(value[at], left, (*above, at)))


def _tags(value: dict[str, Any], above: Path) -> list[str]:
    """What the API may put into a place for the type of an object; a tool without one is a custom tool."""
    if any(step in FREE for step in above):
        return []
    kind = value.get("type")
    if kind is None and above[:1] == ("tools",) and len(above) == 2:
        return ["custom"]
    if not isinstance(kind, str) or not kind:
        return []
    other = _OTHER_TAGS.get(kind)
    return [kind] if other is None else [kind, other]


def _behind(rest: str, step: object) -> str | None:
    """What follows a step in a place; None where it does not begin with that step."""
    if not isinstance(step, str) or not step or not rest.startswith(step):
        return None
    left = rest[len(step) :]
    return left.removeprefix(".") if not left or left[0] == "." else None


def stands(request: dict[str, Any], place: Path) -> bool:
    """Whether something stands at a place of a request."""
    try:
        lookup(request, place)
    except (KeyError, IndexError, TypeError):
        return False
    return bool(place)


def same_place(sent: dict[str, Any], named: Path, given: dict[str, Any], place: Path) -> bool:
    """Whether a place of the request as given holds what stands at the named place of the one that was sent.

    What a repair put in has no place of its own in the request as given: that of what stands beside it is told.

    Args:
        sent, named: the request as it was sent, and the place in it.
        given, place: the request as it was given, and where the other stood in it.
    """
    one, other = found(sent, named), found(given, place)
    if isinstance(one, dict) and isinstance(other, dict):
        return bool(one.get("type") == other.get("type"))
    return bool(one == other)
