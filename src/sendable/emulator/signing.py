"""Signatures of thinking blocks: what a block was made under, sealed with a key that only this emulator has.

A signature tells which model made the block, what stood in front of it and which thinking block came before, so that a
replay is judged by the signature alone, however many conversations there are.
"""

import hmac
import secrets
from base64 import b64decode, b64encode
from hashlib import blake2b, sha256
from typing import Literal

import msgspec

from sendable.prefix.stores import Entry

_MARK = 6
_SEAL = 16


class Seal(msgspec.Struct, frozen=True):
    """What a signature says.

    Attributes:
        entry: what the block was made under.
        text: digest of its text; empty when the text was left out.
        beside: digest of the thinking block right in front of it; empty when none stands there.
        scope: digest of the compaction block that its conversation began with; empty when it had none.
        redacted: whether it is the data of a redacted block.
    """

    entry: Entry
    text: bytes
    beside: bytes
    scope: bytes = b""
    redacted: bool = False


class Signer:
    """Makes signatures and reads them again.

    Args:
        key: the secret; a new one by default.
    """

    def __init__(self, key: bytes | None = None) -> None:
        self._key = key or secrets.token_bytes(32)
        # Both ends of a signature carry it, so one that was cut or changed is still known to be ours.
        self._mark = self._hash(b"mark")[:_MARK]

    def sign(self, seal: Seal) -> str:
        """The signature of a block."""
        rest = (seal.text, seal.beside, seal.scope, seal.redacted)
        told = msgspec.msgpack.encode((*msgspec.structs.astuple(seal.entry), *rest))
        return b64encode(self._mark + self._hash(told)[:_SEAL] + told + self._mark).decode("ascii")

    def read(self, signature: object) -> Seal | Literal["foreign", "tampered"]:
        """What a signature says; "foreign" for one of somebody else, "tampered" for one of ours that was changed."""
        data = _decoded(signature) if isinstance(signature, str) else b""
        first, last = data.startswith(self._mark), data.endswith(self._mark)
        if not first and not last:
            return "foreign"
        told = data[_MARK + _SEAL : -_MARK]
        if not (first and last) or not hmac.compare_digest(data[_MARK : _MARK + _SEAL], self._hash(told)[:_SEAL]):
            return "tampered"
        *entry, text, beside, scope, redacted = msgspec.msgpack.decode(told)
        return Seal(Entry(*entry), text, beside, scope, redacted)

    def _hash(self, data: bytes) -> bytes:
        return hmac.digest(self._key, data, sha256)


def _decoded(signature: str) -> bytes:
    """The bytes of a signature; whatever can still be read of a damaged one."""
    whole = signature[: len(signature) // 4 * 4]
    try:
        return b64decode(whole)
    except ValueError:
        return b""


def text_digest(text: str) -> bytes:
    """Stands for the text of a thinking block; empty for none."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest() if text else b""
