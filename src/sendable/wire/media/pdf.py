"""What a PDF says of itself without a PDF library: whether it is one, is encrypted, and how many pages it has.

A number of pages is told only where it is sure. Page objects may be hidden in compressed object streams; then it is
not, unless the file is linearized and says it in its first bytes.
"""

import re
from itertools import islice

import msgspec

from sendable.wire.media.base64_text import decoded

# The header may stand behind other bytes, as readers have always allowed (ISO 32000, implementation notes).
_HEADER_WITHIN = 1024
# How far around a name its object is looked for, and how often: what is no PDF at heart may repeat a name for ever.
_WINDOW = 64 * 1024
_MATCHES = 2_000

_ENCRYPT = re.compile(rb"/Encrypt\s*(?:\d+\s+\d+\s+R|<<)")
_XREF = re.compile(rb"/Type\s*/XRef")
_LINEARIZED = re.compile(rb"/Linearized\b[^>]{0,300}?>>", re.DOTALL)
_LENGTH = re.compile(rb"/L\s+(\d+)")
_PAGES_SAID = re.compile(rb"/N\s+(\d+)")
_LEAF = re.compile(rb"/Type\s*/Page(?![A-Za-z])")
_TREE = re.compile(rb"/Type\s*/Pages(?![A-Za-z])")
_COUNT = re.compile(rb"/Count\s+(\d+)\b(?!\s+\d+\s+R)")


class PdfFacts(msgspec.Struct, frozen=True, gc=False):
    """What was read of a file that should be a PDF.

    Attributes:
        is_pdf: it has the signature of one.
        encrypted: it is encrypted.
        pages: number of its pages; None where that is not sure.
    """

    is_pdf: bool
    encrypted: bool
    pages: int | None


def pdf_facts(text: str) -> PdfFacts:
    """Read the PDF that a base64 text stands for."""
    data = decoded(text)
    if b"%PDF-" not in data[:_HEADER_WITHIN]:
        return PdfFacts(False, False, None)
    encrypted = _is_encrypted(data)
    return PdfFacts(True, encrypted, None if encrypted else _pages(data))


def _is_encrypted(data: bytes) -> bool:
    """Whether a trailer names an encryption dictionary."""
    if b"/Encrypt" not in data:
        return False
    for match in islice(_ENCRYPT.finditer(data), _MATCHES):
        back, start = max(match.start() - _WINDOW, 0), match.start()
        opened = data.rfind(b"obj", back, start)
        trailer = data.rfind(b"trailer", back, start)
        if trailer > opened:
            return True
        end = data.find(b"stream", match.end(), match.end() + _WINDOW)
        if opened >= 0 and _XREF.search(data, opened, end if end >= 0 else match.end()):
            return True
    return False


def _pages(data: bytes) -> int | None:
    said = _linearized(data)
    if said is not None:
        return said
    root = _root_count(data)
    if root is None or sum(1 for _ in _LEAF.finditer(data)) < root:
        return None
    return root


def _linearized(data: bytes) -> int | None:
    """The number that a linearized file states, if nothing was appended to it since."""
    head = _LINEARIZED.search(data, 0, _HEADER_WITHIN)
    if head is None:
        return None
    length, pages = _LENGTH.search(head[0]), _PAGES_SAID.search(head[0])
    return int(pages[1]) if pages and length and int(length[1]) == len(data) else None


def _root_count(data: bytes) -> int | None:
    """`/Count` of the last root of a page tree: a later revision of a file is appended to it."""
    found = None
    trees = list(islice(_TREE.finditer(data), _MATCHES + 1))
    if len(trees) > _MATCHES:
        return None
    for match in trees:
        start = max(data.rfind(b" obj", max(match.start() - _WINDOW, 0), match.start()), 0)
        end = data.find(b"endobj", match.end(), match.end() + _WINDOW)
        tree = data[start : end if end >= 0 else match.end() + _WINDOW]
        count = _COUNT.search(tree)
        if b"/Parent" not in tree:
            found = int(count[1]) if count else None
    return found
