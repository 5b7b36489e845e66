"""Copy-on-write edits of a request, and where each part of the outcome came from.

Every edit speaks of the value as it was when the `Edit` was made. Only the containers on the way to an edit are copied;
without an edit the outcome is the identical object.
"""

from typing import Any

from sendable.wire.paths import Path, Step


class _Gone:
    """Marks a place whose value is dropped."""


_GONE = _Gone()
_KEPT = object()
_NONE: dict[int, Any] = {}


class _Node:
    """What happens at one place: the edits below it, a new value, and what is put in front of list entries."""

    __slots__ = ("below", "inserted", "value")

    def __init__(self) -> None:
        self.below: dict[Step, _Node] | None = None
        self.value: object = _KEPT
        self.inserted: dict[int, list[tuple[Any, Path | None]]] | None = None

    def at(self, step: Step) -> "_Node | None":
        """What happens one step down; None where nothing does."""
        return None if self.below is None else self.below.get(step)


class Origins:
    """Where each part of an edited value stood in the value that was first given.

    A tree along the edited containers: `order` tells for each entry of a list its former index, or its whole former
    path when it was put there by an edit; `whole` marks a value that an edit replaced.
    """

    __slots__ = ("below", "order", "whole")

    def __init__(self) -> None:
        self.below: dict[Step, Origins] | None = None
        self.order: list[int | Path] | None = None
        self.whole = False

    def of(self, path: Path) -> Path:
        """The former path of what now stands at `path`; the nearest container that was there, for what is new."""
        found: Path = ()
        node: Origins | None = self
        for at, step in enumerate(path):
            if node is None:
                return (*found, *path[at:])
            if node.whole:
                return found
            if node.order is not None and isinstance(step, int) and step < len(node.order):
                origin = node.order[step]
                found = origin if isinstance(origin, tuple) else (*found, origin)
            else:
                found = (*found, step)
            node = _below(node, step)
        return found

    def put(self, step: Step, known: "Origins") -> None:
        """Tell the origins of what now stands one step down."""
        if self.below is None:
            self.below = {}
        self.below[step] = known


class Edit:
    """A set of edits to one value."""

    def __init__(self, value: Any, origins: Origins | None = None) -> None:
        self._value = value
        self._origins = origins or Origins()
        self._root = _Node()
        self.touched = False

    def set(self, path: Path, value: object) -> None:
        """Put a value at a place; a key that is not there yet is added."""
        self._node(path).value = value

    def drop(self, path: Path) -> None:
        """Take away what stands at a place."""
        self._node(path).value = _GONE

    def insert(self, path: Path, value: object, origin: Path | None = None) -> None:
        """Put a value in front of the list entry at `path`; the index after the last one appends.

        Args:
            path: place of the entry that the value comes before.
            value: what is put there.
            origin: where it came from, if it was moved; by default the entry before it is named.
        """
        at = path[-1]
        assert isinstance(at, int), "only a list has entries to insert before"
        former = None if origin is None else self._origins.of(origin)
        holder = self._node(path[:-1])
        if holder.inserted is None:
            holder.inserted = {}
        holder.inserted.setdefault(at, []).append((value, former))

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
    told = Origins()
    told.whole = origins is not None and origins.whole
    if node.value is not _KEPT:
        value, origins, told.whole = node.value, None, True
    if isinstance(value, dict):
        return _edited_dict(node, value, origins, told), told
    if isinstance(value, (list, tuple)):
        return _edited_list(node, list(value), origins, told), told
    return value, told


def _edited_dict(node: _Node, value: dict[str, Any], origins: Origins | None, told: Origins) -> dict[str, Any]:
    if not node.below:
        return value
    edited = dict(value)
    told.below = dict(origins.below) if origins and origins.below else {}
    for key, below in node.below.items():
        if below.value is _GONE:
            edited.pop(str(key), None)
            told.below.pop(key, None)
        else:
            edited[str(key)], told.below[key] = _applied(below, value.get(str(key)), _below(origins, key))
    return edited


def _edited_list(node: _Node, value: list[Any], origins: Origins | None, told: Origins) -> list[Any]:
    order = (origins.order if origins else None) or list(range(len(value)))
    edited: list[Any] = []
    told.order = []
    for at in range(len(value) + 1):
        for item, origin in (node.inserted or _NONE).get(at, ()):
            edited.append(item)
            told.order.append(origin if origin is not None else _beside(order, at))
            told.put(len(edited) - 1, _new())
        if at == len(value):
            break
        below = node.at(at)
        if below is not None and below.value is _GONE:
            continue
        kept = value[at]
        known = _below(origins, at)
        if below is not None:
            kept, known = _applied(below, kept, known)
        if known is not None:
            told.put(len(edited), known)
        edited.append(kept)
        told.order.append(order[at])
    return edited


def _beside(order: list[int | Path], at: int) -> int | Path:
    return order[min(max(at - 1, 0), len(order) - 1)] if order else 0


def _new() -> Origins:
    new = Origins()
    new.whole = True
    return new


def _below(origins: Origins | None, key: Step) -> Origins | None:
    return origins.below.get(key) if origins is not None and origins.below is not None else None
