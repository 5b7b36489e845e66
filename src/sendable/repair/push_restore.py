"""Put the old ids and names back into a response that comes in pieces.

The same as `restore_ids`, for whoever is handed one piece after the other: a gateway, a transport. Each piece gives the
bytes that can go on; nothing is held longer than the event that it belongs to.
"""

from base64 import b64decode, b64encode
from typing import Any

import msgspec

from sendable.repair.restore import Ids, restore_ids
from sendable.wire.aws_events import MEDIA_TYPE, Frame, FrameParser, framed
from sendable.wire.sse import EventParser


class PushRestore:
    """Restores a response piece by piece.

    Args:
        ids: `Repaired.ids`.
        media_type: of the response: JSON is held until it is whole, events go on one by one.
    """

    def __init__(self, ids: Ids, media_type: str) -> None:
        self._ids = ids
        kind = media_type.partition(";")[0].strip().lower()
        self._events = EventParser() if kind == "text/event-stream" else None
        self._frames = FrameParser() if kind == MEDIA_TYPE else None
        self._held = bytearray()

    def feed(self, chunk: bytes) -> bytes:
        """What can go on now that this piece came.

        Raises:
            ValueError: an event stream of AWS is damaged.
        """
        if self._events is not None:
            return b"".join(self._event(event.raw) for event in self._events.feed(chunk))
        if self._frames is not None:
            return b"".join(map(self._frame, self._frames.feed(chunk)))
        self._held += chunk
        return b""

    def finish(self) -> bytes:
        """What is left at the end."""
        if self._events is not None:
            return b"".join(self._event(event.raw) for event in self._events.finish())
        if self._frames is not None:
            return self._frames.rest()
        return self._event(bytes(self._held))

    def _event(self, raw: bytes) -> bytes:
        restored: bytes = restore_ids(raw, self._ids)
        return restored

    def _frame(self, frame: Frame) -> bytes:
        """A frame whose payload holds the JSON of an event in base64."""
        try:
            payload: Any = msgspec.json.decode(frame.payload)
            event = b64decode(payload["bytes"], validate=True)
        except (msgspec.DecodeError, ValueError, KeyError, TypeError):
            return frame.raw
        restored = restore_ids(event, self._ids)
        if restored == event:
            return frame.raw
        return framed(frame.headers, msgspec.json.encode({**payload, "bytes": b64encode(restored).decode("ascii")}))
