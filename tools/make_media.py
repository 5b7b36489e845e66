"""Write the small images and documents that cases name as `{"$media": NAME}` into cases/media/, as base64.

usage: python tools/make_media.py [--check]

Everything is made here from scratch, so that each file holds what its name says and nothing else; the WebP images, for
which an encoder would be long, are given as text. `png-9000x9000` and the like are no whole images: their header is
true, and the API judges the header first.
"""

import base64
import struct
import sys
import zlib
from pathlib import Path

MEDIA = Path(__file__).parent.parent / "cases" / "media"

WEBP_LOSSY = "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA"
WEBP_LOSSLESS = "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=="
WEBP_EXTENDED = (
    "UklGRkoAAABXRUJQVlA4WAoAAAAQAAAAAAAAAAAAQUxQSAwAAAARBxAR/Q9ERP8DAABWUDggGAAAABQBAJ0BKgEAAQAAAP4AAA3AAP7mtQAAAA=="
)


def png(width: int, height: int, rows: int | None = None) -> bytes:
    """A red PNG; with `rows` fewer than its height the image data end there."""
    line = b"\0" + b"\xff\0\0" * width
    held = line * (height if rows is None else rows)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = [_chunk(b"IHDR", header), _chunk(b"IDAT", zlib.compress(held, 9)), _chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def lengthenable(held: bytes) -> bytes:
    """The file with bytes behind its end, so that its base64 has no padding and `$length` can make it longer."""
    return held + b"\0" * (-len(held) % 3)


def _chunk(name: bytes, held: bytes) -> bytes:
    return struct.pack(">I", len(held)) + name + held + struct.pack(">I", zlib.crc32(name + held))


def jpeg(width: int, height: int, profile: int = 0) -> bytes:
    """A grey baseline JPEG: every block is coded as two zero bits. `profile` puts so many bytes before the frame."""
    blocks = -(-width // 8) * -(-height // 8)
    bits = "00" * blocks
    bits += "1" * (-len(bits) % 8)
    scan = int(bits, 2).to_bytes(len(bits) // 8, "big")
    table = bytes([1] + [0] * 15 + [0])
    parts = [
        _segment(0xE0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0"),
        _segment(0xE2, b"\0" * profile) if profile else b"",
        _segment(0xDB, b"\0" + b"\x01" * 64),
        _segment(0xC0, struct.pack(">BHHB", 8, height, width, 1) + b"\x01\x11\0"),
        _segment(0xC4, b"\0" + table),
        _segment(0xC4, b"\x10" + table),
        _segment(0xDA, b"\x01\x01\0\0\x3f\0"),
    ]
    return b"\xff\xd8" + b"".join(parts) + scan + b"\xff\xd9"


def _segment(marker: int, held: bytes) -> bytes:
    return b"\xff" + bytes([marker]) + struct.pack(">H", len(held) + 2) + held


def gif() -> bytes:
    """A GIF of one black pixel."""
    return b"GIF89a" + struct.pack("<HHBBB", 1, 1, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff" + (
        b"," + struct.pack("<HHHHB", 0, 0, 1, 1, 0) + b"\x02\x02\x44\x01\0;"
    )  # fmt: skip


def bmp() -> bytes:
    """A BMP of 2 by 2 pixels, which the API does not take."""
    pixels = b"\0\0\xff\0\0\xff\0\0" * 2
    header = struct.pack("<IiiHHIIiiII", 40, 2, 2, 1, 24, 0, len(pixels), 2835, 2835, 0, 0)
    return b"BM" + struct.pack("<IHHI", 54 + len(pixels), 0, 0, 54) + header + pixels


def pdf(pages: int, trailer: bytes = b"") -> bytes:
    """A PDF of empty pages."""
    kids = b" ".join(b"%d 0 R" % (number + 3) for number in range(pages))
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, pages)]
    objects += [b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>"] * pages
    out, places = b"%PDF-1.4\n", []
    for number, held in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj%s endobj\n" % (number, held)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    told = b"xref\n0 %d\n0000000000 65535 f \n%strailer<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF"
    return out + told % (size, table, size, trailer, len(out))


_KEYS = b"/V 1/R 2/P -4/O<%s>/U<%s>" % (b"00" * 32, b"11" * 32)

FILES: dict[str, bytes] = {
    "png-1x1": png(1, 1),
    "png-red-64x64": png(64, 64),
    "png-2001x10": png(2001, 10),
    "png-9000x9000": png(9000, 9000, rows=0),
    "png-to-lengthen": lengthenable(png(8, 8)),
    "png-cut-off": png(64, 64)[:20],
    "jpeg-16x16": jpeg(16, 16),
    "jpeg-64x48-with-profile": jpeg(64, 48, profile=900),
    "gif-1x1": gif(),
    "webp-lossy-1x1": base64.b64decode(WEBP_LOSSY),
    "webp-lossless-1x1": base64.b64decode(WEBP_LOSSLESS),
    "webp-extended-1x1": base64.b64decode(WEBP_EXTENDED),
    "bmp-2x2": bmp(),
    "html-page": b"<!DOCTYPE html><html><body>Not found</body></html>",
    "pdf-1-page": pdf(1),
    "pdf-2-pages": pdf(2),
    "pdf-101-pages": pdf(101),
    "pdf-encrypted": pdf(1, b"/Encrypt<</Filter/Standard%s>>/ID[<00><00>]" % _KEYS),
}


def main() -> int:
    """Write the files; with `--check` only compare."""
    differ = []
    for name, held in FILES.items():
        path = MEDIA / f"{name}.b64"
        text = base64.b64encode(held).decode("ascii") + "\n"
        if "--check" in sys.argv and (not path.exists() or path.read_text(encoding="ascii") != text):
            differ.append(name)
        elif "--check" not in sys.argv:
            path.write_text(text, encoding="ascii")
    if differ:
        print("not as made here:", ", ".join(differ))
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
