from base64 import b64decode, b64encode

import pytest

from sendable.contract.signatures import is_damaged
from sendable.emulator.signing import Seal, Signer, text_digest
from sendable.prefix.stores import Entry

ENTRY = Entry("claude-opus-5-5", b"s", b"t", b"ls", b"lt", b"m", b"b", b"lb", 3, None)
SEAL = Seal(ENTRY, text_digest("hm"), b"")
SIGNER = Signer(b"key")
SIGNATURE = SIGNER.sign(SEAL)


def test_a_signature_is_read_as_it_was_made() -> None:
    assert SIGNER.read(SIGNATURE) == SEAL
    assert not is_damaged(SIGNATURE)


@pytest.mark.parametrize("signature", ["EqQBCgIYAhIM", "", "no base64!", None, 7, SIGNATURE.encode()])
def test_what_it_did_not_make_is_foreign(signature: object) -> None:
    assert SIGNER.read(signature) == "foreign"
    assert Signer(b"another").read(SIGNATURE) == "foreign"
    assert Signer().read(Signer().sign(SEAL)) == "foreign"


def changed(at: int) -> str:
    data = bytearray(b64decode(SIGNATURE))
    data[at] ^= 1
    return b64encode(bytes(data)).decode()


@pytest.mark.parametrize(
    "signature",
    [*map(changed, (0, 5, 6, 30, 60, -1)), SIGNATURE[:-4], SIGNATURE[:-5], SIGNATURE[:40], "AAAA" + SIGNATURE],
)
def test_every_change_shows(signature: str) -> None:
    assert SIGNER.read(signature) == "tampered"


def test_no_text_has_no_digest() -> None:
    assert text_digest("") == b""
    assert text_digest("a") != text_digest("b")
