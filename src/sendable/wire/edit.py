"""Copy-on-write edits of a request, and where each part of the outcome came from.

Every edit speaks of the value as it was when the `Edit` was made. Only the containers on the way to an edit are copied;
without an edit the outcome is the identical object.
"""

from collections.abc import Mapping
from typing import Any

from sendable.wire.origins import Origins, aligned, below_of, beside
from sendable.wire.paths import Path, Step, found

__all__ = ["Edit", "Origins"]


class _Gone:
    """Marks a place whose value is dropped."""


_GONE = _Gone()
_KEPT = object()
_NONE: dict[int, Any] = {}


class _Node:
    """What happens at one place: the edits below it, a new value, and what is put in front of list entries.

    `moved` holds the origins of parts of the new value that stood elsewhere.
    """

    __slots__ = ("below", "inserted", "moved", "value")

    def __init__(self) -> None:
        self.below: dict[Step, _Node] | None = None
        self.value: object = _KEPT
        self.inserted: dict[int, list[tuple[Any, Path | None, Origins]]] | None = None
        self.moved: dict[Path, Origins] | None = None

    def at(self, step: Step) -> "_Node | None":
        """What happens one step down; None where nothing does."""
        return None if self.below is None else self.below.get(step)


class Edit:
    """A set of edits to one value."""

    def __init__(self, value: Any, origins: Origins | None = None) -> None:
        self._value = value
        self._origins = origins or Origins()
        self._root = _Node()
        self.touched = False

    def set(self, path: Path, value: object, moved: Mapping[Path, Path] | None = None) -> None:
        """Put a value at a place; a key that is not there yet is added.

        Args:
            path: the place.
            value: what is put there.
            moved: parts of it that stood elsewhere: their paths in it, and where they stood.
        """
        node = self._node(path)
        node.value = value
        node.moved = {place: self._whence(found(value, place), former) for place, former in (moved or {}).items()}

    def drop(self, path: Path) -> None:
        """Take away what stands at a place."""
        self._node(path).value = _GONE

    def insert(
        self, path: Path, value: object, origin: Path | None = None, moved: Mapping[Path, Path] | None = None
    ) -> None:
        """Put a value in front of the list entry at `path`; the index after the last one appends.

        Args:
            path: place of the entry that the value comes before.
            value: what is put there.
            origin: where it came from, if it was moved; by default the entry before it is named.
            moved: parts of it that stood elsewhere: their paths in it, and where they stood.
        """
        at = path[-1]
        assert isinstance(at, int), "only a list has entries to insert before"
        former = None if origin is None else self._origins.of(origin)
        told = Origins.of_new() if origin is None else self._whence(value, origin)
        for place, stood in (moved or {}).items():
            told.graft(place, self._whence(found(value, place), stood))
        holder = self._node(path[:-1])
        if holder.inserted is None:
            holder.inserted = {}
        holder.inserted.setdefault(at, []).append((value, former, told))

    def is_dropped(self, path: Path) -> bool:
        """Whether an edit takes this very place away."""
        return self._given(path) is _GONE

    def given(self, path: Path) -> Any:
        """The value that an edit puts at this very place; None where none does."""
        value = self._given(path)
        return None if value is _KEPT or value is _GONE else value

    def done(self) -> tuple[Any, Origins]:
        """The edited value and the origins of its parts; the identical objects when nothing was edited."""
        if not self.touched:
            return self._value, self._origins
        return _applied(self._root, self._value, self._origins)

    def _whence(self, value: Any, former: Path) -> Origins:
        """The origins of a value that stood elsewhere, perhaps with other fields."""
        told = aligned(value, found(self._value, former), self._origins.node(former))
        return told.moved_from(self._origins.of(former))

    def _given(self, path: Path) -> object:
        node: _Node | None = self._root
        for step in path:
            node = node.at(step) if node is not None else None
        return _KEPT if node is None else node.value

    def _node(self, path: Path) -> _Node:
        self.touched = True
        node = self._root
        for step in path:
            if node.below is None:
                node.below = {}
            if step not in node.below:
                node.below[step] = _Node()
            node = node.below[step]
        return node


def _applied(node: _Node, value: Any, origins: Origins | None) -> tuple[Any, Origins]:
    if node.value is not _KEPT:
        moved = node.moved or {}
        value, origins = node.value, moved.get((), aligned(node.value, value, origins)).copied()
        for place, known in moved.items():
            origins.graft(place, known)
    told = Origins() if origins is None else origins.bare()
    if isinstance(value, dict):
        return _edited_dict(node, value, origins, told), told
    if isinstance(value, (list, tuple)):
        return _edited_list(node, list(value), origins, told), told
    return value, told


def _edited_dict(node: _Node, value: dict[str, Any], origins: Origins | None, told: Origins) -> dict[str, Any]:
    told.below = dict(origins.below) if origins and origins.below else None
    if not node.below:
        return value
    edited = dict(value)
    for key, below in node.below.items():
        if below.value is _GONE:
            edited.pop(str(key), None)
            if told.below:
                told.below.pop(key, None)
            continue
        edited[str(key)], known = _applied(below, value.get(str(key)), below_of(origins, key))
        told.put_known(key, known, origins)
    return edited


def _edited_list(node: _Node, value: list[Any], origins: Origins | None, told: Origins) -> list[Any]:
    order = (origins.order if origins else None) or list(range(len(value)))
    edited: list[Any] = []
    told.order = []
    for at in range(len(value) + 1):
        for item, origin, known in (node.inserted or _NONE).get(at, ()):
            if origin is not None or not told.whole:
                told.put(len(edited), known)
            edited.append(item)
            told.order.append(origin if origin is not None else beside(order, at))
        if at == len(value):
            break
        below = node.at(at)
        if below is not None and below.value is _GONE:
            continue
        kept = value[at]
        former = below_of(origins, at)
        if below is not None:
            kept, former = _applied(below, kept, former)
            told.put_known(len(edited), former, origins, at)
        elif former is not None:
            told.put(len(edited), former)
        edited.append(kept)
        told.order.append(order[at])
    return edited
