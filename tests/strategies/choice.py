"""The one source of choice for histories and damage: `pick(n)` gives a number below n, and 0 is the simplest."""

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from hypothesis import strategies as st

T = TypeVar("T")
Pick: TypeAlias = Callable[[int], int]


def one(pick: Pick, options: Sequence[T]) -> T:
    """One of the options; the first is the simplest."""
    return options[pick(len(options))]


def seldom(pick: Pick, of: int = 4) -> bool:
    """True once in `of` times."""
    return pick(of) == of - 1


def drawn(draw: st.DrawFn) -> Pick:
    """Choices that hypothesis draws, and shrinks towards 0."""
    return lambda n: draw(st.integers(0, n - 1)) if n > 1 else 0
