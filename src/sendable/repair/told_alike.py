"""Where else in a request a field stands that the API refused in one place.

It names the first place alone, and would refuse the next one of the same kind with the next request: one field of all
tools, or one setting of all breakpoints.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from sendable.repair.told_place import FREE
from sendable.wire.paths import Path, found

REFUSED_FIELD = "unknown-nested-field"
"""The rule of such a field."""

_DEEPEST = 12
"""How deep is looked; the deepest object that the API knows is a breakpoint within a block of a result."""


class Kind(msgspec.Struct, frozen=True, omit_defaults=True):
    """A field of all objects of one kind.

    Attributes:
        field: in which field the objects stand.
        name: of the field that is meant.
        listed: whether several objects stand there.
        type, role: of the objects.
    """

    field: str
    name: str
    listed: bool = False
    type: str | None = None
    role: str | None = None


def kind_of(request: dict[str, Any], place: Path) -> Kind | None:
    """What kind a field is of; None for a field of the body itself, and for what is no field of an object.

    Args:
        request: the request.
        place: of the field.
    """
    way, name = place[:-1], place[-1]
    owner = found(request, way) if way else None
    return _kind(way, owner, name) if isinstance(owner, dict) and isinstance(name, str) else None


def of_kind(request: dict[str, Any], kind: Kind) -> list[Path]:
    """The places of all fields of a kind, in order."""
    name = kind.name
    return [(*path, name) for path, held in _objects(request, ()) if name in held and _kind(path, held, name) == kind]


def alike(request: dict[str, Any], place: Path) -> list[Path]:
    """The places of the same field in objects of the same kind, in order; this one among them.

    Args:
        request: the request.
        place: of the field, which is there.
    """
    kind = kind_of(request, place)
    return [place] if kind is None else of_kind(request, kind)


def _kind(path: Path, held: dict[str, Any], name: str) -> Kind:
    field = next((step for step in reversed(path) if isinstance(step, str)), "")
    kind, role = _text(held.get("type")), _text(held.get("role"))
    kind = "custom" if kind is None and field == "tools" else kind
    return Kind(field, name, isinstance(path[-1], int), kind, role)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


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
