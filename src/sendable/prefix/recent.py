"""What was seen last of many conversations, found by how they begin."""

from collections.abc import Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Recent(Generic[T]):
    """Things that are kept under keys: the last few of each key, and of all keys as many as there is room for.

    Args:
        alike: how many are kept of one key at most.
        room: how heavy all may be together; the last one is kept whatever it weighs.
    """

    def __init__(self, alike: int, room: int) -> None:
        self._alike = alike
        self._room = room
        self._taken = 0
        self._kept: dict[Hashable, list[tuple[T, int]]] = {}

    def of(self, key: Hashable) -> list[T]:
        """What is kept under a key, the newest first."""
        return [item for item, _ in reversed(self._kept.get(key, ()))]

    def put(self, key: Hashable, item: T, weight: int, instead_of: T | None = None) -> None:
        """Keep something; of what is in the way, the key that was not used for the longest time goes first.

        Args:
            key: under what.
            item: what is kept.
            weight: of it.
            instead_of: something that is kept under this key, and shall be no more.
        """
        held = self._kept.pop(key, [])
        self._kept[key] = held
        for at, (one, _) in enumerate(held):
            if one is instead_of:
                self._drop(held, at)
                break
        held.append((item, weight))
        self._taken += weight
        if len(held) > self._alike:
            self._drop(held, 0)
        while self._taken > self._room and (len(self._kept) > 1 or len(held) > 1):
            self._drop_oldest()

    def _drop_oldest(self) -> None:
        key, held = next(iter(self._kept.items()))
        self._drop(held, 0)
        if not held:
            del self._kept[key]

    def _drop(self, held: list[tuple[T, int]], at: int) -> None:
        self._taken -= held.pop(at)[1]
