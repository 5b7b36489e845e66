"""Width and height of an image, read from its header."""

from collections.abc import Callable

from sendable.wire.media.base64_text import part_of

Size = tuple[int, int]

# Segments of a JPEG that tell its size: every start of frame, which DHT, JPG and DAC are not.
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_ALONE = frozenset({0x01, *range(0xD0, 0xD9)})
_SCAN = 0xDA
_SEGMENTS = 10_000
_WINDOW = 24


def dimensions(text: str, kind: str) -> Size | None:
    """Width and height of the image that a base64 text stands for; None where the header does not tell.

    Args:
        text: the image as base64.
        kind: its media type, as the signature says.
    """
    read = _READERS.get(kind)
    return read(text) if read is not None else None


def _png(text: str) -> Size | None:
    head = part_of(text, 0, 24)
    if len(head) < 24 or head[12:16] != b"IHDR":
        return None
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


def _gif(text: str) -> Size | None:
    head = part_of(text, 0, 10)
    return _pair(head, 6, 2, 0xFFFF) if len(head) == 10 else None


def _webp(text: str) -> Size | None:
    head = part_of(text, 0, 30)
    chunk = head[12:16]
    if chunk == b"VP8 " and len(head) == 30 and head[23:26] == b"\x9d\x01\x2a":
        return _pair(head, 26, 2, 0x3FFF)
    if chunk == b"VP8X" and len(head) == 30:
        width, height = _pair(head, 24, 3, 0xFFFFFF)
        return width + 1, height + 1
    if chunk == b"VP8L" and len(head) >= 25 and head[20] == 0x2F:
        bits = int.from_bytes(head[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return None


def _pair(head: bytes, at: int, width: int, mask: int) -> Size:
    """Two little-endian numbers that stand side by side."""
    first = int.from_bytes(head[at : at + width], "little")
    second = int.from_bytes(head[at + width : at + 2 * width], "little")
    return first & mask, second & mask


def _jpeg(text: str) -> Size | None:
    """Walk the segments to the start of frame; a long one (a thumbnail, a colour profile) is stepped over."""
    at = 2
    for _ in range(_SEGMENTS):
        head = part_of(text, at, at + _WINDOW)
        fill = len(head) - len(head.lstrip(b"\xff"))
        if fill > 1:
            # any number of fill bytes may stand before a marker
            at += fill - 1
            continue
        if not fill or len(head) < 4:
            return None
        marker = head[1]
        if marker in _FRAMES:
            return _frame(head)
        if marker not in _ALONE:
            length = int.from_bytes(head[2:4], "big")
            if length < 2 or marker == _SCAN:
                return None
            at += length
        at += 2
    return None


def _frame(head: bytes) -> Size | None:
    if len(head) < 9:
        return None
    return int.from_bytes(head[7:9], "big"), int.from_bytes(head[5:7], "big")


_READERS: dict[str, Callable[[str], Size | None]] = {
    "image/png": _png,
    "image/gif": _gif,
    "image/webp": _webp,
    "image/jpeg": _jpeg,
}
