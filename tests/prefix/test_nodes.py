from collections.abc import Iterable

import pytest

from sendable.prefix.nodes import new_nodes
from sendable.prefix.rolling import START, Point
from sendable.prefix.stores import MemoryStore, Node

POINTS = [START, *(Point(number.to_bytes(16, "big"), b"") for number in range(1, 101))]


class Counting(MemoryStore):
    """Counts the questions."""

    asked = 0

    def known(self, points: Iterable[bytes]) -> set[bytes]:
        self.asked += 1
        return super().known(points)


def plainly(until: int, known: int) -> list[Node]:
    return [Node(POINTS[at].exact, POINTS[at - 1].exact) for at in range(known + 1, until + 1)]


@pytest.mark.parametrize("known", [0, 1, 2, 50, 96, 97, 99, 100])
@pytest.mark.parametrize("until", [0, 1, 4, 5, 20, 21, 100])
def test_what_is_not_known_yet_is_new(known: int, until: int) -> None:
    store = MemoryStore()
    store.put({}, plainly(known, 0))
    assert new_nodes(store, POINTS[: until + 1]) == plainly(until, known)


def test_a_turn_takes_one_question_and_a_long_history_few() -> None:
    store = Counting()
    store.put({}, new_nodes(store, POINTS[:98]))
    assert store.asked == 4
    assert len(new_nodes(store, POINTS)) == 3
    assert store.asked == 5
