"""What stands in the place of an image or a document: as many bytes, of the same type, size and number of pages."""

import re
from base64 import b64encode
from collections.abc import Iterator

from sendable.wire.media.base64_text import is_base64, part_of, size_of
from sendable.wire.media.dimensions import dimensions
from sendable.wire.media.pdf import PdfFacts, pdf_facts
from sendable.wire.media.signature import HEAD, IMAGES, PDF, sniffed

_PREFIX = re.compile(r"\s*data:[a-zA-Z]+/[a-zA-Z0-9.+-]+;base64,")
_LETTERS = re.compile(r"[A-Za-z0-9]")
_WIDER = re.compile(r"[^\x00-\x7f\ud800-\udfff]")
_IMAGE_HEAD = 30


def media_filler(data: str, number: int) -> str:
    """The filler of a base64 text.

    Args:
        data: valid or not; what is not valid stays so.
        number: told in its last bytes, so that two images stay two.
    """
    prefix = _PREFIX.match(data)
    if prefix is not None:
        return prefix[0] + media_filler(data[prefix.end() :], number)
    if not data or not is_base64(data):
        return _WIDER.sub("é", _LETTERS.sub("A", data))
    size, facts = size_of(data), _facts(data)
    for head in _heads(data, size):
        filler = _filled(head, size, number)
        if filler is not None and _facts(filler) == facts:
            return filler
    return _filled(b"", size, number) or data


def _facts(data: str) -> tuple[str, object, PdfFacts]:
    kind = sniffed(data)
    return kind, dimensions(data, kind), pdf_facts(data)


def _heads(data: str, size: int) -> Iterator[bytes]:
    """Beginnings that may say what the file says of itself; the shortest first."""
    kind, pixels, pdf = _facts(data)
    if kind == "image/jpeg" and isinstance(pixels, tuple):
        sides = pixels[1].to_bytes(2, "big") + pixels[0].to_bytes(2, "big")
        yield b"\xff\xd8\xff\xc0\x00\x0b\x08" + sides + b"\x01\x01\x11\x00"
    if pdf.is_pdf:
        lead = b"" if kind == PDF else b" "
        yield lead + b"%PDF-1.4\n"
        yield lead + b"%PDF-1.4\ntrailer<</Encrypt 1 0 R>>\n"
        yield lead + b"%%PDF-1.4\n1 0 obj<</Linearized 1/L %d/N %d>>endobj\n" % (size, pdf.pages or 0)
    yield b""
    if kind:
        yield part_of(data, 0, 4)
        yield part_of(data, 0, 12)
    if kind in IMAGES:
        yield part_of(data, 0, HEAD)
        yield part_of(data, 0, _IMAGE_HEAD)


def _filled(head: bytes, size: int, number: int) -> str | None:
    """A file that begins so and ends in a number; None where it cannot be so short."""
    room = size - len(head)
    if room < 0:
        return None
    tail = number.to_bytes(4, "big")[-min(room, 4) :] if room else b""
    return b64encode(head + bytes(room - len(tail)) + tail).decode("ascii")
