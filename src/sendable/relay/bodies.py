"""Reads bodies that go on from one another: what stood in an earlier one is neither decoded nor sorted once more.

A client sends its whole conversation each time, written the same way. So where the text of the messages begins with
that of an earlier body, the very objects that were made of it then are used again. They were made here, of bytes, and
nobody changes them.
"""

from typing import Any, NamedTuple

import msgspec

from sendable.prefix.recent import Recent
from sendable.wire.grown import take_over
from sendable.wire.index import Index
from sendable.wire.read import Source, decoded
from sendable.wire.seals import NO_SEALS, sealed

Json = dict[str, Any]

LARGEST = 8 * 2**20
"""Bytes of a body that is remembered at most."""

ROOM = 64 * 2**20
"""About how many bytes all that is remembered may take."""

_ALIKE = 64
_TOLD = 256
_WEIGHT = 4
_SPACE = b" \t\r\n"

_parts_of = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


class _Seen(NamedTuple):
    """A body that was read.

    Attributes:
        messages: their text, without the bracket at its end.
        parts: the texts of all other fields.
        walked: the request.
    """

    messages: bytes
    parts: dict[str, bytes]
    walked: Index


class _Found(NamedTuple):
    """How a body was read.

    Attributes:
        source: the request.
        seen: what it is remembered by; None for one that is not.
        former: the body that it goes on from.
    """

    source: Source
    seen: tuple[bytes, dict[str, bytes]] | None
    former: _Seen | None


class Bodies:
    """Reads bodies, and remembers those of the last conversations.

    Args:
        room: about how many bytes may be taken for it.
    """

    def __init__(self, room: int = ROOM) -> None:
        self._seen: Recent[_Seen] = Recent(_ALIKE, room)

    def read(self, body: bytes) -> Index | None:
        """The request in a body, sorted, with the seals of its messages; None where it is no object.

        Args:
            body: whatever was posted; a line of a batch is none here.

        Raises:
            UnreadableError: it is no JSON.
        """
        found = self._found(body) or _anew(body)
        if found is None:
            return None
        former = found.former
        index = Index(found.source) if former is None else Index(found.source, former.walked)
        if former is not None:
            take_over(index, former.walked)
        if found.seen is not None:
            seen = _Seen(*found.seen, index)
            self._seen.put(_beginning(seen.messages), seen, len(body) * _WEIGHT, instead_of=former)
        return index

    def _found(self, body: bytes) -> _Found | None:
        """A body read with the help of an earlier one; None where it must be read by other means."""
        try:
            parts = {name: bytes(part) for name, part in _parts_of(body).items()}
            names = list(parts)
            text = parts.pop("messages", b"")
            if not text.startswith(b"[") or len(body) > LARGEST:
                return None
            text = text[:-1].rstrip(_SPACE)
            former = self._former(text)
            values = {name: _value(name, part, former) for name, part in parts.items()}
            messages = _messages(text, former)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None
        request = {name: values.get(name, messages) for name in names}
        known = NO_SEALS if former is None else former.walked.source.seals or NO_SEALS
        source = Source(request, "body", len(body), None, request, seals=sealed(messages, known))
        return _Found(source, (text, parts), former)

    def _former(self, text: bytes) -> _Seen | None:
        """The longest of the remembered bodies whose messages are the first of these."""
        begun = [one for one in self._seen.of(_beginning(text)) if _goes_on(text, one.messages)]
        return max(begun, key=lambda one: len(one.messages), default=None)


def _anew(body: bytes) -> _Found | None:
    value, surrogate = decoded(body)
    if not isinstance(value, dict):
        return None
    source = Source(value, "body", len(body), surrogate, value)
    return _Found(source.sealed() if isinstance(value.get("messages"), list) else source, None, None)


def _beginning(text: bytes) -> bytes:
    return text[:_TOLD]


def _goes_on(text: bytes, former: bytes) -> bool:
    """Whether a list goes on from another, both without the bracket at their ends."""
    return text.startswith(former) and text[len(former) :].lstrip(_SPACE)[:1] in (b"", b",")


def _value(name: str, part: bytes, former: _Seen | None) -> Any:
    if former is not None and former.parts.get(name) == part:
        return former.walked.request[name]
    return msgspec.json.decode(part)


def _messages(text: bytes, former: _Seen | None) -> list[Any]:
    if former is None:
        return list(msgspec.json.decode(text + b"]"))
    new = text[len(former.messages) :].lstrip(_SPACE).removeprefix(b",")
    return [*former.walked.request["messages"], *msgspec.json.decode(b"[" + new + b"]")]
