"""The answer to a request on its way back."""

from base64 import b64decode
from collections.abc import Callable, Mapping

import msgspec

from sendable.relay.encodings import decoded
from sendable.repair.push_restore import PushRestore
from sendable.repair.restore import Ids
from sendable.wire.aws_events import MEDIA_TYPE, FrameParser
from sendable.wire.sse import framed

LARGEST_COPY = 64 * 2**20
"""Bytes of an answer that are kept for the ledger at most; a longer one is passed on, and not remembered."""

Settle = Callable[[bytes | None], None]
"""Takes the whole answer as JSON or events; None where it is not readable, or was cut."""


class Answer:
    """Passes an answer on piece by piece.

    Args:
        headers: of the answer, names in lower case.
        ids: what was mapped in the request, and is mapped back here.
        settle: remembers the answer.

    Attributes:
        drop: the headers of the answer that do not fit any more.
    """

    def __init__(self, headers: Mapping[str, str], ids: Ids, settle: Settle | None) -> None:
        media_type = headers.get("content-type", "")
        self._encoding = headers.get("content-encoding", "")
        self._framed = media_type.startswith(MEDIA_TYPE)
        maps = any(ids.values()) and self._encoding in ("", "identity")
        self._restore = PushRestore(ids, media_type) if maps else None
        self._settle = settle
        self._copy: list[bytes] | None = [] if settle is not None else None
        self._size = 0
        self.drop = frozenset({"content-length"}) if maps else frozenset()

    def feed(self, chunk: bytes) -> bytes:
        """What goes on to the client of this piece; the very piece where nothing is mapped back."""
        if self._copy is not None:
            self._size += len(chunk)
            self._copy.append(chunk)
            if self._size > LARGEST_COPY:
                self._copy = None
        if self._restore is None:
            return chunk
        try:
            return self._restore.feed(chunk)
        except ValueError:
            # Damaged before it came here: what is held goes on as it is, and so does all behind it.
            held, self._restore = self._restore.finish(), None
            return held

    def finish(self) -> bytes:
        """What is left to send at the end."""
        return b"" if self._restore is None else self._restore.finish()

    def settle(self, whole: bool = True) -> None:
        """Remember the answer. To be called when its last byte went on; a second call does nothing.

        Args:
            whole: whether it ended as it should. The request was accepted either way, which is remembered; what it
                thought is remembered only when it is whole.
        """
        settle, self._settle = self._settle, None
        copy, self._copy = self._copy, None
        if settle is None:
            return
        data = decoded(b"".join(copy), self._encoding) if whole and copy is not None else None
        settle(_events_in(data) if self._framed and data is not None else data)


def _events_in(data: bytes) -> bytes | None:
    """The events in the frames of AWS, as the API frames them; None where they are damaged."""
    try:
        events = [
            b64decode(msgspec.json.decode(frame.payload)["bytes"])
            for frame in FrameParser().feed(data)
            if frame.headers.get(":message-type") == "event"
        ]
    except (ValueError, KeyError, TypeError):
        return None
    return b"".join(framed("", event.decode("utf-8", "replace")) for event in events)
