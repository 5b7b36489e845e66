"""Entries as the bytes that a store of names and values keeps."""

import msgspec

from sendable.prefix.stores.store import Entry

_Packed = tuple[str, bytes, bytes, bytes, bytes, bytes, bytes, bytes, int, bytes | None]

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Packed).decode


def packed(entry: Entry) -> bytes:
    """An entry as it is kept."""
    return _encode(msgspec.structs.astuple(entry))


def unpacked(value: bytes) -> Entry | None:
    """The entry that was kept; what somebody else put there is none."""
    try:
        return Entry(*_decode(value))
    except msgspec.DecodeError:
        return None
