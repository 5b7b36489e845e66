"""Random histories with damage of every kind."""

import copy
from typing import NamedTuple

from hypothesis import strategies as st

from tests.strategies.choice import Pick, drawn, one
from tests.strategies.damage import blocks, foreign, media, messages, pairs, request, thinking, tools
from tests.strategies.damage.places import KINDS, Json
from tests.strategies.histories import History, write_history

MODULES = (blocks, foreign, media, messages, pairs, request, thinking, tools)
"""Imported so that their kinds are listed."""


def damaged(pick: Pick, asked: Json, names: list[str]) -> tuple[Json, list[str]]:
    """A copy with the damage of those names, one after the other, and the names of what was damaged indeed."""
    broken = copy.deepcopy(asked)
    done = [name for name in names if broken["messages"] and KINDS[name](pick, broken)]
    return broken, done


class Damaged(NamedTuple):
    """A history with damage; `kinds` names it."""

    history: History
    request: Json
    kinds: list[str]


def write_damaged(pick: Pick) -> Damaged:
    """A damaged history out of choices."""
    history = write_history(pick)
    names = [one(pick, sorted(KINDS)) for _ in range(1 + pick(4))]
    return Damaged(history, *damaged(pick, history.request, names))


@st.composite
def damaged_histories(draw: st.DrawFn) -> Damaged:
    """Random histories, each damaged one to four times."""
    return write_damaged(drawn(draw))
