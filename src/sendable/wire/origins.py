"""Where each part of an edited value stood in the value that was first given."""

from typing import Any

from sendable.wire.paths import Path, Step

_MOST = 10_000
"""Comparisons of list entries that are worth the origins of a list that was replaced."""


class Origins:
    """Where each part of an edited value stood in the value that was first given.

    A tree along the edited containers: `order` tells for each entry of a list its former index, or its whole former
    path when it was put there by an edit; `stood` tells the whole former path of anything else that was moved; `whole`
    marks a value that an edit put there, of which only the parts stood anywhere that are told below it; `made` marks
    one that was made around such a part, and stood nowhere.
    """

    __slots__ = ("below", "made", "order", "stood", "whole")

    def __init__(self) -> None:
        self.below: dict[Step, Origins] | None = None
        self.order: list[int | Path] | None = None
        self.stood: Path | None = None
        self.whole = False
        self.made = False

    @classmethod
    def of_new(cls) -> "Origins":
        """The origins of a value that stood nowhere."""
        told = cls()
        told.whole = True
        return told

    def of(self, path: Path) -> Path:
        """The former path of what now stands at `path`; the nearest container that was there, for what is new."""
        held: Path = ()
        node: Origins | None = self
        for at, step in enumerate(path):
            if node is None:
                return (*held, *path[at:])
            below = below_of(node, step)
            if below is None and node.whole:
                return held
            origin: int | Path | Step = step
            if below is not None and (below.stood is not None or below.made):
                origin = held if below.stood is None else below.stood
            elif node.order is not None and isinstance(step, int) and step < len(node.order):
                origin = node.order[step]
            held = origin if isinstance(origin, tuple) else (*held, origin)
            node = below
        return held

    def is_new(self, path: Path) -> bool:
        """Whether what now stands at `path`, or something around it, was put there by an edit."""
        node: Origins | None = self
        for step in path:
            if node is None or node.whole:
                break
            node = below_of(node, step)
        return node is not None and node.whole

    def node(self, path: Path) -> "Origins | None":
        """The origins of what now stands at `path`; None where nothing was edited."""
        node: Origins | None = self
        for step in path:
            if node is None:
                return None
            below = below_of(node, step)
            node = Origins.of_new() if below is None and node.whole else below
        return node

    def put(self, step: Step, known: "Origins") -> None:
        """Tell the origins of what now stands one step down."""
        if self.below is None:
            self.below = {}
        self.below[step] = known

    def put_known(self, step: Step, known: "Origins", former: "Origins | None", at: Step | None = None) -> None:
        """As `put`, unless what stood at `at` before has no origin either."""
        unknown = former is not None and former.whole and below_of(former, step if at is None else at) is None
        if not unknown or known.stood is not None:
            self.put(step, known)

    def graft(self, path: Path, known: "Origins") -> None:
        """Tell the origins of a part that stood elsewhere."""
        node = self
        if not path:
            return
        for step in path[:-1]:
            below = below_of(node, step)
            # what is there already may be part of other trees as well
            fresh = Origins.of_new() if below is None else below.copied()
            fresh.made |= below is None
            node.put(step, fresh)
            node = fresh
        node.put(path[-1], known)

    def copied(self) -> "Origins":
        """The same, for changes that are nobody else's."""
        told = self.bare()
        told.below = dict(self.below) if self.below is not None else None
        told.order = self.order
        return told

    def bare(self) -> "Origins":
        """What is told of the value itself, without its parts."""
        told = Origins()
        told.whole, told.stood, told.made = self.whole, self.stood, self.made
        return told

    def moved_from(self, stood: Path) -> "Origins":
        """The same for a value that was moved."""
        told = self.copied()
        told.stood = stood
        return told


def aligned(value: Any, former: Any, origins: Origins | None) -> Origins:
    """The origins of a value that takes the place of another, of which it may hold parts.

    Args:
        value: the new one.
        former: what stood there.
        origins: those of what stood there.
    """
    if value is former or value == former:
        return origins if origins is not None else Origins()
    told = Origins.of_new()
    if origins is not None:
        told.stood = origins.stood
    if isinstance(value, dict) and isinstance(former, dict) and ("role" in value) == ("role" in former):
        for key in value.keys() & former.keys():
            _keep(told, key, value[key], former[key], origins, key)
    elif isinstance(value, (list, tuple)) and isinstance(former, (list, tuple)):
        order = (origins.order if origins is not None else None) or list(range(len(former)))
        told.order = [beside(order, at) for at in range(len(value))]
        for at, stood in _pairs(value, former):
            told.order[at] = order[stood]
            _keep(told, at, value[at], former[stood], origins, stood)
    return told


def _keep(told: Origins, step: Step, value: Any, former: Any, origins: Origins | None, at: Step) -> None:
    known = below_of(origins, at)
    if known is not None or origins is None or not origins.whole:
        told.put(step, aligned(value, former, known))


def _pairs(value: Any, former: Any) -> list[tuple[int, int]]:
    """The entries of a list that stood in another one, in order, with their places in both.

    Between two that are the same, as many entries as there were before are those that were there, edited.
    """
    if len(value) == len(former):
        return [(at, at) for at in range(len(value))]
    if len(value) * len(former) > _MOST:
        return []
    found: list[tuple[int, int]] = []
    last, begin = -1, 0
    for at, item in enumerate((*value, None)):
        ends = at == len(value)
        stood = len(former) if ends else next((n for n in range(begin, len(former)) if item == former[n]), None)
        if stood is None:
            continue
        if at - last - 1 == stood - begin:
            found += [(last + 1 + n, begin + n) for n in range(stood - begin)]
        if not ends:
            found.append((at, stood))
        last, begin = at, stood + 1
    return found


def beside(order: list[int | Path], at: int) -> int | Path:
    """The origin of what is put in front of the entry at an index: that of the entry before."""
    return order[min(max(at - 1, 0), len(order) - 1)] if order else 0


def below_of(origins: Origins | None, key: Step) -> Origins | None:
    """The origins of what stands one step down."""
    return origins.below.get(key) if origins is not None and origins.below is not None else None
