"""What is found in a request that goes on from another one, without looking once more at what both hold."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import cache
from typing import Generic, NamedTuple, TypeVar

from sendable.wire.around import AROUND
from sendable.wire.blocks import Message
from sendable.wire.index import Index

T = TypeVar("T")


def take_over(index: Index, former: Index) -> None:
    """Let a request know the one that it goes on from.

    Args:
        index: of the request, made with the other one.
        former: the other one. Nobody changed since what it holds.
    """
    former.former = None  # or a conversation would hold all its requests
    index.former = former
    if all(index.request.get(name) is former.request.get(name) for name in AROUND):
        index.around = former.around


def once_each(index: Index, make: Callable[[Message], Sequence[T]]) -> list[T]:
    """What `make` finds in the messages of a request, one by one, in their order; not to be changed.

    Args:
        index: of the request.
        make: takes a message, and looks at nothing else.
    """
    return index.once(_each(make)).items


class _Made(NamedTuple, Generic[T]):
    """What was found, and for each in which message, by its place among the messages."""

    items: list[T]
    places: list[int]


@cache
def _each(make: Callable[[Message], Sequence[T]]) -> Callable[[Index], _Made[T]]:
    """Finds it, with the help of the request before."""

    def found(index: Index) -> _Made[T]:
        items: list[T] = []
        places: list[int] = []
        if index.former is None:
            start, messages = 0, index.messages
        else:
            start, messages = index.alike, index.messages[index.alike :]
            before = index.former.once(found)
            if before.items:
                cut = bisect_left(before.places, start)
                items, places = before.items[:cut], before.places[:cut]
        for place, message in enumerate(messages, start):
            some = make(message)
            if some:
                items.extend(some)
                places.extend([place] * len(some))
        return _Made(items, places)

    return found
