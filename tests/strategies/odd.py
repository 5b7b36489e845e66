"""Histories in which some values are of a type that nobody expects there."""

import copy
from typing import Any

from hypothesis import strategies as st

from sendable.wire.paths import Path
from tests.strategies.choice import Pick, drawn, one
from tests.strategies.damage.histories import Damaged, write_damaged
from tests.strategies.histories import write_history

ODD: tuple[Any, ...] = (
    None,
    "",
    "odd",
    0,
    -1,
    2.5,
    1e400,
    True,
    [],
    {},
    [None],
    ["odd"],
    [[]],
    [{}],
    {"type": None},
    {"type": ["text"]},
    {"type": "text"},
    {"type": "odd"},
    {"odd": {"odd": []}},
    "\ud800",
    10**30,
)


def write_odd(pick: Pick) -> Damaged:
    """A history with one to three odd values, out of choices; damaged before, sometimes."""
    case = write_damaged(pick) if pick(3) == 2 else Damaged(history := write_history(pick), history.request, [])
    request = copy.deepcopy(case.request)
    kinds = [*case.kinds]
    for _ in range(1 + pick(3)):
        places = list(_paths(request, ()))
        path = one(pick, places)
        kinds.append(".".join(map(str, path)))
        _put(request, path, copy.deepcopy(one(pick, ODD)), drop=pick(6) == 5)
    return Damaged(case.history, request, kinds)


def _paths(value: Any, at: Path) -> Any:
    """Every place in a value, those of long texts aside."""
    if at:
        yield at
    if isinstance(value, dict):
        for key, held in value.items():
            yield from _paths(held, (*at, key))
    elif isinstance(value, list):
        for position, held in enumerate(value):
            yield from _paths(held, (*at, position))


def _put(request: Any, path: Path, value: Any, drop: bool) -> None:
    held = request
    for step in path[:-1]:
        held = held[step]
    if drop:
        del held[path[-1]]
    else:
        held[path[-1]] = value


@st.composite
def odd_histories(draw: st.DrawFn) -> Damaged:
    """Random histories with values that nobody expects."""
    return write_odd(drawn(draw))
