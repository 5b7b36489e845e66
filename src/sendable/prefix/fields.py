"""Where two values differ first, down to the field."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sendable.prefix.alignment import same
from sendable.prefix.canonical import exact_block, is_thinking
from sendable.wire.paths import Path


class Spot(NamedTuple):
    """The first difference of two values.

    Attributes:
        path: where it stands in the later value; for what is gone, where it stood in the earlier one.
        how: "changed", "added" or "removed".
        kind: the `type` of the innermost block around it; "" when there is none.
    """

    path: Path
    how: str = "changed"
    kind: str = ""


def first_difference(earlier: Any, later: Any) -> Spot | None:
    """The first place where two values differ; None when they are the same."""
    if same(earlier, later):
        return None
    if isinstance(earlier, dict) and isinstance(later, dict):
        return _of_objects(earlier, later)
    if isinstance(earlier, list) and isinstance(later, list):
        return _of_lists(earlier, later, range(len(earlier)), range(len(later)))
    return Spot(())


def message_difference(earlier: Mapping[str, Any], later: Mapping[str, Any]) -> Spot | None:
    """The first difference of two messages as the API compares them; indexes count the thinking blocks all the same."""
    if earlier.get("role") != later.get("role"):
        return Spot(("role",))
    here, there = earlier.get("content"), later.get("content")
    if isinstance(here, list) and isinstance(there, list):
        places, others = _compared(here), _compared(there)
        spot = _of_lists([exact_block(here[at]) for at in places], [exact_block(there[at]) for at in others],
                         places, others)  # fmt: skip
    else:
        spot = first_difference(here, there)
    if spot is not None:
        return spot._replace(path=("content", *spot.path))
    rest = [{name: held for name, held in side.items() if name != "content"} for side in (earlier, later)]
    return first_difference(*rest)


def _compared(content: Sequence[Any]) -> list[int]:
    """The indexes of the blocks that are no thinking."""
    return [at for at, block in enumerate(content) if not is_thinking(block)]


def _of_objects(earlier: dict[str, Any], later: dict[str, Any]) -> Spot | None:
    kind = later.get("type") if later.get("type") == earlier.get("type") else ""
    named = kind if isinstance(kind, str) else ""
    for name, held in earlier.items():
        if name not in later:
            return Spot((name,), "removed", named)
        spot = first_difference(held, later[name])
        if spot is not None:
            return Spot((name, *spot.path), spot.how, spot.kind or named)
    return next((Spot((name,), "added", named) for name in later if name not in earlier), None)


def _of_lists(earlier: list[Any], later: list[Any], places: Sequence[int], others: Sequence[int]) -> Spot | None:
    """The first difference of two lists whose entries stand at these indexes."""
    start = 0
    shorter = min(len(earlier), len(later))
    while start < shorter and same(earlier[start], later[start]):
        start += 1
    end = 0
    while end < shorter - start and same(earlier[-1 - end], later[-1 - end]):
        end += 1
    if start + end == len(earlier) == len(later):
        return None
    if start + end == len(earlier):
        return Spot((others[start],), "added", _kind(later[start]))
    if start + end == len(later):
        return Spot((places[start],), "removed", _kind(earlier[start]))
    spot = first_difference(earlier[start], later[start]) or Spot(())
    return Spot((others[start], *spot.path), spot.how, spot.kind)


def _kind(value: Any) -> str:
    kind = value.get("type") if isinstance(value, dict) else None
    return kind if isinstance(kind, str) else ""
