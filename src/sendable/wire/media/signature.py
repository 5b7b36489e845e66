"""The type of a file, told by its first bytes."""

from sendable.wire.media.base64_text import part_of

IMAGES = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})
"""The types of image that the API takes."""

PDF = "application/pdf"
HEAD = 24

_STARTS: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"%PDF-", PDF),
    (b"BM", "image/bmp"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"<svg", "image/svg+xml"),
)
_BRANDS: tuple[tuple[bytes, str], ...] = ((b"avif", "image/avif"), (b"heic", "image/heic"), (b"heix", "image/heic"),
                                          (b"mif1", "image/heic"))  # fmt: skip


def sniffed(text: str) -> str:
    """The media type of what a base64 text stands for, told by its first bytes; "" when they say nothing."""
    return type_of(part_of(text, 0, HEAD))


def type_of(head: bytes) -> str:
    """The media type that the first bytes of a file say; "" when they say nothing."""
    for start, kind in _STARTS:
        if head.startswith(start):
            return kind
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "image/webp"
    if head[4:8] == b"ftyp":
        return next((kind for brand, kind in _BRANDS if head[8:12] == brand), "")
    return ""
