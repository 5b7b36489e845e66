"""What two lists have in common in the same order: entries that stand once in each."""

from bisect import bisect_left
from collections.abc import Hashable, Sequence


def anchors(keys: Sequence[Hashable], others: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Pairs of equal keys that stand once in each list and in the same order: as many as there are.

    None stands for no key.
    """
    where = _once(keys)
    return _longest([(where[key], at) for key, at in _once(others).items() if key in where])


def _once(keys: Sequence[Hashable]) -> dict[Hashable, int]:
    """The keys that stand once, each with its place."""
    places: dict[Hashable, int] = {}
    for at, key in enumerate(keys):
        places[key] = -1 if key in places else at
    return {key: at for key, at in places.items() if at >= 0 and key is not None}


def _longest(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of pairs whose first numbers rise too (the second ones do)."""
    tails: list[int] = []
    ends: list[int] = []
    back: list[int] = []
    for at, (here, _) in enumerate(pairs):
        spot = bisect_left(tails, here)
        back.append(ends[spot - 1] if spot else -1)
        if spot == len(tails):
            tails.append(here)
            ends.append(at)
        else:
            tails[spot] = here
            ends[spot] = at
    run: list[tuple[int, int]] = []
    at = ends[-1] if ends else -1
    while at >= 0:
        run.append(pairs[at])
        at = back[at]
    return run[::-1]
