"""The points of the messages of a request."""

from sendable.prefix.rolling import Point, Rolling
from sendable.wire.index import Index


def points_of(index: Index, rolling: Rolling) -> list[Point]:
    """The points of the messages of a request; none where some are no messages."""
    listed = index.request.get("messages")
    if not isinstance(listed, (list, tuple)) or len(listed) != len(index.messages):
        return []
    return index.once(rolling.points_in)
