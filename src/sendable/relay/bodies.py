"""Reads bodies that go on from one another: what stood in an earlier one is neither decoded nor sorted once more.

A client sends its whole conversation each time, written the same way. So where a body begins with an earlier one, up to
the end of the last message there, only what stands behind is read; and where just the text of the messages does, only
they are not read again. The very objects that were made then are used: they were made here, of bytes, and nobody
changes them.
"""

from collections.abc import Iterable
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
_FIELD = b'"messages":'

# A list that begins with one thing stands for all messages that were seen before.
_SEEN = "what was seen before"
_OPENED = b'{"%s":' % _SEEN.encode()
_BEGUN = b"[0"

_parts_of = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_list_of = msgspec.json.Decoder(list[Any]).decode


class _Seen(NamedTuple):
    """A body that was read.

    Attributes:
        body: its text.
        start, end: where in it the list of the messages begins, and where the last of them ends, which is an object.
        parts: the texts of all other fields.
        walked: the request.
    """

    body: bytes
    start: int
    end: int
    parts: dict[str, bytes]
    walked: Index

    def goes_on_in(self, text: bytes, start: int) -> bool:
        """Whether another text begins as this body does from a place on, and has all of its messages."""
        length = self.end - start
        begins = text.startswith(memoryview(self.body)[start : self.end])
        return begins and text[length:].lstrip(_SPACE)[:1] in (b"", b",", b"]")


class _Found(NamedTuple):
    """How a body was read.

    Attributes:
        request: what it says.
        start, end, parts: as for `_Seen`; no end for a body that is not to be remembered.
        former: the body that it goes on from.
    """

    request: Json
    start: int
    end: int
    parts: dict[str, bytes]
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
        found = self._found(body) if len(body) <= LARGEST else None
        if found is None:
            return _anew(body)
        request, former = found.request, found.former
        known = NO_SEALS if former is None else former.walked.source.seals or NO_SEALS
        source = Source(request, "body", len(body), None, request, seals=sealed(request["messages"], known))
        index = Index(source) if former is None else Index(source, former.walked, goes_on=True)
        if former is not None:
            take_over(index, former.walked)
        if found.end:
            seen = _Seen(body, found.start, found.end, found.parts, index)
            self._seen.put(_beginning(body), seen, len(body) * _WEIGHT, instead_of=former)
        return index

    def _found(self, body: bytes) -> _Found | None:
        """A body read by its parts; None where it must be read by other means."""
        known = self._seen.of(_beginning(body))
        try:
            return _continued(body, known) or _split(body, known)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None


def _anew(body: bytes) -> Index | None:
    value, surrogate = decoded(body)
    if not isinstance(value, dict):
        return None
    source = Source(value, "body", len(body), surrogate, value)
    return Index(source.sealed() if isinstance(value.get("messages"), list) else source)


def _beginning(body: bytes) -> bytes:
    """The same for all bodies of a conversation, if they are written the same way; most often of no other one."""
    at = max(body.find(_FIELD), 0)
    return body[at : at + _TOLD]


def _continued(body: bytes, known: list[_Seen]) -> _Found | None:
    """A body that begins as another did, up to the end of its last message: only what stands behind is read."""
    former = _longest(one for one in known if one.goes_on_in(body, 0))
    if former is None:
        return None
    text = _OPENED + _BEGUN + body[former.end :]
    behind = {name: bytes(part) for name, part in _parts_of(text).items()}
    added = behind.pop(_SEEN)
    names = [*former.walked.request]
    ahead = names[: names.index("messages")]
    if not text.startswith(added, len(_OPENED)) or not behind.keys().isdisjoint([*ahead, "messages"]):
        return None  # a name that is there twice: the last one counts
    request = {name: former.walked.request[name] for name in ahead}
    request["messages"] = [*former.walked.request["messages"], *_list_of(added)[1:]]
    request.update((name, _value(name, part, former)) for name, part in behind.items())
    parts = {name: former.parts[name] for name in ahead} | behind
    end = _end_of(body, former.end, former.end + len(added) - len(_BEGUN) - 1)
    return _Found(request, former.start, end, parts, former)


def _split(body: bytes, known: list[_Seen]) -> _Found | None:
    """A body taken apart by its fields; None where its messages are no list."""
    parts = {name: bytes(part) for name, part in _parts_of(body).items()}
    names = [*parts]
    text = parts.pop("messages", b"")
    if not text.startswith(b"["):
        return None
    text = text[:-1].rstrip(_SPACE)
    former = _longest(one for one in known if one.goes_on_in(text, one.start))
    messages = _list_of(text + b"]") if former is None else _messages(text, former)
    request = {name: messages if name == "messages" else _value(name, parts[name], former) for name in names}
    start = body.find(text)
    end = _end_of(body, start, start + len(text)) if _is_ahead(body[:start], parts) else 0
    return _Found(request, start, end, parts, former)


def _longest(known: Iterable[_Seen]) -> _Seen | None:
    return max(known, key=lambda one: one.end - one.start, default=None)


def _end_of(body: bytes, start: int, end: int) -> int:
    """Where the last message ends; 0 where that is no object, so that what stands behind might go on with it."""
    behind = body[start:end].rstrip(_SPACE)
    return start + len(behind) if not behind or behind.endswith(b"}") else 0


def _is_ahead(text: bytes, parts: dict[str, bytes]) -> bool:
    """Whether a text is all of a body in front of the value of its messages.

    It is not where that value stands in another field, too. Nor where a field ahead stands there again with another
    value, behind the messages: that one counts, and a body that goes on from this one need not have it.
    """
    try:
        ahead = _parts_of(text + b"0}")
    except msgspec.DecodeError:
        return False
    return ahead.popitem()[0] == "messages" and all(bytes(part) == parts[name] for name, part in ahead.items())


def _value(name: str, part: bytes, former: _Seen | None) -> Any:
    if former is not None and former.parts.get(name) == part:
        return former.walked.request[name]
    return msgspec.json.decode(part)


def _messages(text: bytes, former: _Seen) -> list[Any]:
    new = text[former.end - former.start :].lstrip(_SPACE).removeprefix(b",")
    return [*former.walked.request["messages"], *_list_of(b"[" + new + b"]")]
