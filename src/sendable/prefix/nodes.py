"""What a store does not hold yet of the way through a conversation."""

from collections.abc import Sequence

from sendable.prefix.rolling import Point
from sendable.prefix.stores import Node, Store

NEAR = 4
"""How many points are asked for at first; a turn adds two or three. Each further question asks for four times more."""


def new_nodes(store: Store, points: Sequence[Point]) -> list[Node]:
    """The nodes from the last one that the store knows up to the last point, in order.

    Args:
        store: where they are going to be kept.
        points: of a conversation, with the one in front of its first message.
    """
    end, step = len(points), NEAR
    while end > 1:
        start = max(end - step, 1)
        known = store.known(point.exact for point in points[start:end])
        newest = next((at for at in range(end - 1, start - 1, -1) if points[at].exact in known), None)
        if newest is not None:
            end = newest + 1
            break
        end, step = start, step * 4
    return [Node(points[at].exact, points[at - 1].exact) for at in range(max(end, 1), len(points))]
