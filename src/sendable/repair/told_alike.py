"""Where else in a request a field stands that the API refused in one place.

It names the first place alone, and would refuse the next one of the same kind with the next request: one field of all
tools, or one setting of all breakpoints.
"""

from collections.abc import Iterator
from typing import Any

from sendable.repair.told_place import FREE
from sendable.wire.paths import Path, found

_DEEPEST = 12
"""How deep is looked; the deepest object that the API knows is a breakpoint within a block of a result."""


def alike(request: dict[str, Any], place: Path) -> list[Path]:
    """The places of the same field in objects of the same kind, in order; this one among them.

    Args:
        request: the request.
        place: of the field, which is there; not one of the body itself.
    """
    *way, name = place
    owner = found(request, tuple(way))
    if not way or not isinstance(owner, dict):
        return [place]
    kind = _kind(tuple(way), owner)
    return [(*path, name) for path, held in _objects(request, ()) if name in held and _kind(path, held) == kind]


def _kind(path: Path, held: dict[str, Any]) -> tuple[object, ...]:
    """What an object is: of which field, whether one of several, of which type, in the mouth of whom."""
    field = next((step for step in reversed(path) if isinstance(step, str)), "")
    kind = held.get("type")
    return field, isinstance(path[-1], int), "custom" if kind is None and field == "tools" else kind, held.get("role")


def _objects(value: Any, path: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The objects below a value that are of the API's own making."""
    if len(path) > _DEEPEST:
        return
    if isinstance(value, dict):
        if path:
            yield path, value
        for key, held in value.items():
            if key not in FREE:
                yield from _objects(held, (*path, key))
    elif isinstance(value, (list, tuple)):
        for at, held in enumerate(value):
            yield from _objects(held, (*path, at))
