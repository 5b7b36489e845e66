"""Damage to stored histories: one field anywhere becomes something else, or is gone."""

import copy
from typing import Any

from hypothesis import strategies as st

JUNK: list[Any] = [
    None,
    True,
    3,
    -1.5,
    "",
    "x",
    "\ud83d",
    [],
    {},
    [None],
    [[]],
    [{}],
    {"type": "text"},
    {"type": 3},
    [3],
]


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for name, one in inner for place in _places(one, (*path, name)))]


@st.composite
def damaged(draw: st.DrawFn, value: Any) -> Any:
    """A copy of a JSON value in which up to three places are damaged."""
    held = copy.deepcopy(value)
    for _ in range(draw(st.integers(1, 3))):
        places = [place for place in _places(held) if place]
        if not places:
            break
        *way, last = draw(st.sampled_from(places))
        owner = held
        for name in way:
            owner = owner[name]
        junk = draw(st.one_of(st.just(...), st.sampled_from(JUNK)))
        if junk is ...:
            del owner[last]
        else:
            owner[last] = copy.deepcopy(junk)
    return held
