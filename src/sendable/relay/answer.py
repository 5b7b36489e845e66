"""The answer to a request on its way back."""

import logging
from base64 import b64decode
from collections.abc import Callable, Mapping

import msgspec

from sendable.relay.encodings import Decoder, decoded, decoder_for
from sendable.repair.push_restore import PushRestore
from sendable.repair.restore import Ids
from sendable.wire.aws_events import MEDIA_TYPE, FrameParser
from sendable.wire.sse import framed

LARGEST_COPY = 64 * 2**20
"""Bytes of an answer that are kept for the ledger at most; a longer one is passed on, and not remembered."""

_LOG = logging.getLogger("sendable")

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
        self._framed = media_type.lower().startswith(MEDIA_TYPE)
        # An answer that must be read goes on without its encoding: a server need not mind what it was asked for.
        decoder = decoder_for(self._encoding) if any(ids.values()) else None
        self._decoder = decoder
        self._restore = None if decoder is None else PushRestore(ids, media_type)
        self._settle = settle
        self._copy: list[bytes] | None = [] if settle is not None else None
        self._size = 0
        self.drop = frozenset({"content-length", "content-encoding"} if decoder is not None else ())

    def feed(self, chunk: bytes) -> bytes:
        """What goes on to the client of this piece; the very piece where nothing is mapped back."""
        if self._copy is not None:
            self._size += len(chunk)
            self._copy.append(chunk)
            if self._size > LARGEST_COPY:
                self._copy = None
        return chunk if self._decoder is None else self._restored(self._decoder, chunk)

    def _restored(self, decoder: Decoder, chunk: bytes) -> bytes:
        try:
            plain = decoder.feed(chunk)
        except Exception as fault:  # noqa: BLE001 - each library has errors of its own, and all mean: not readable
            # The client was told that there is no encoding. What cannot be read ends here, as if it was cut.
            _LOG.warning("an answer is damaged, and ends early: %s", type(fault).__name__)
            self._decoder = _Nothing()
            return b""
        if self._restore is None:
            return plain
        try:
            return self._restore.feed(plain)
        except ValueError:
            # Damaged before it came here: what is held goes on as it is, and so does all behind it.
            held, self._restore = self._restore.finish(), None
            return held

    def finish(self) -> bytes:
        """What is left to send at the end."""
        restore, self._restore = self._restore, None
        return b"" if restore is None else restore.finish()

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


class _Nothing:
    """Stands for a decoder that failed."""

    def feed(self, _: bytes) -> bytes:
        return b""


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
