"""The images and documents of a request, with what their bytes say; read once for all rules.

Media count wherever they stand: in a turn, in a tool result, in the content of a document. Only base64 shows its bytes;
what stands behind a URL or a file id is counted and not judged.
"""

from functools import cached_property

import msgspec

from sendable.targets import Target
from sendable.wire.blocks import NESTS, Block
from sendable.wire.index import Index
from sendable.wire.media.base64_text import is_base64
from sendable.wire.media.dimensions import Size, dimensions
from sendable.wire.media.pdf import PdfFacts, pdf_facts
from sendable.wire.media.signature import IMAGES, PDF, sniffed

LARGEST_SIDE = 8000
LARGEST_SIDE_OF_MANY = 2000
MANY = 20
MEBIBYTE = 1024 * 1024


class Inline(msgspec.Struct, frozen=True, gc=False, eq=False):
    """An image or document given as base64.

    Attributes:
        block: the block.
        declared: its `media_type`; "" when that is no string.
        data: its base64 text.
        valid: whether that is base64 and not empty.
        actual: the media type that its first bytes say; "" when they say nothing.
        size: width and height of an image, where its header tells.
        pdf: what a PDF says of itself; for PDFs alone.
    """

    block: Block
    declared: str
    data: str
    valid: bool
    actual: str
    size: Size | None
    pdf: PdfFacts | None

    @property
    def is_image(self) -> bool:
        """Whether its bytes are those of an image that the API takes, with a header that can be read."""
        return self.actual in IMAGES and self.size is not None and 0 not in self.size

    @property
    def longest(self) -> int:
        """The longer side of an image; 0 when it is not known."""
        return max(self.size) if self.size else 0


class Media:
    """The media of a request.

    Attributes:
        images: every `image` block, in document order.
        documents: every `document` block, in document order.
    """

    def __init__(self, index: Index) -> None:
        self.images = _ordered(index, "image")
        self.documents = _ordered(index, "document")

    @cached_property
    def inline_images(self) -> list[Inline]:
        """The images given as base64."""
        return [found for block in self.images if (found := _read(block)) is not None]

    @cached_property
    def pdfs(self) -> list[Inline]:
        """The documents given as base64 and declared a PDF."""
        return [
            found for block in self.documents if (found := _read(block)) is not None and found.declared == PDF
        ]  # fmt: skip

    @cached_property
    def pages(self) -> int:
        """The pages of all PDFs whose number of pages is sure."""
        return sum(pages_of(document) for document in self.pdfs)

    def many(self, target: Target) -> bool:
        """Whether the request holds so many images that the smaller limit of pixels holds for each."""
        return self.count_towards_many(target) > MANY

    def count_towards_many(self, target: Target) -> int:
        """What counts for that: the images, on Bedrock and Google Cloud the documents, too (documented 2026-08-21).

        Nothing on models before the fourth generation, which took them (measured 2025-12).
        """
        if target.facts is not None and target.facts.version < (4, 0):
            return 0
        return len(self.images) + (len(self.documents) if target.is_cloud else 0)


def media_of(index: Index) -> Media:
    """The media of a request; kept with the index."""
    return index.once(Media)


def largest_image(target: Target) -> int:
    """The most characters that the base64 text of an image may have (documented 2026-08-21)."""
    return (5 if target.is_cloud else 10) * MEBIBYTE


def most_media(target: Target) -> int | None:
    """The most images and pages that a request may hold; None when the model is not known."""
    return target.facts.media if target.facts is not None else None


def pages_of(document: Inline) -> int:
    """Pages of a PDF, 0 where the number is not sure."""
    return document.pdf.pages or 0 if document.pdf is not None else 0


def has_source(block: Block, kind: str) -> bool:
    """Whether the source of the block is of that kind."""
    source = block.value.get("source")
    return isinstance(source, dict) and source.get("type") == kind


def loc(block: Block, name: str = "") -> str:
    """Where the API says that a block stands; the kinds of blocks are part of that.

    Args:
        block: the block.
        name: what the API calls the block there, when it is not its kind.
    """
    name = name or block.kind
    if block.parent is None:
        return f"messages.{block.message}.content.{block.position}.{name}"
    if block.parent.kind == "document":
        return f"{loc(block.parent)}.source.content.content.{block.position}.{name}"
    return f"{loc(block.parent)}.{'.'.join(NESTS[block.parent.kind])}.{block.position}.{name}"


def _ordered(index: Index, kind: str) -> list[Block]:
    nested = index.nested(kind)
    blocks = [*index.blocks(kind), *nested]
    return sorted(blocks, key=lambda block: block.path) if nested else blocks


def _read(block: Block) -> Inline | None:
    """The block's bytes, as far as they are in it."""
    source = block.value.get("source")
    if not isinstance(source, dict) or source.get("type") != "base64" or not isinstance(source.get("data"), str):
        return None
    data: str = source["data"]
    declared = kind if isinstance(kind := source.get("media_type"), str) else ""
    valid = bool(data) and is_base64(data)
    actual = sniffed(data) if valid else ""
    size = dimensions(data, actual) if block.kind == "image" else None
    pdf = pdf_facts(data) if valid and block.kind == "document" and declared == PDF else None
    return Inline(block, declared, data, valid, actual, size, pdf)
