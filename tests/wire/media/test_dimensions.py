import base64
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable.wire.build import png
from sendable.wire.media.dimensions import dimensions
from sendable.wire.media.signature import sniffed

MEDIA = Path(__file__).parents[3] / "cases" / "media"
KINDS = ("image/png", "image/jpeg", "image/gif", "image/webp")


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


@pytest.mark.parametrize(
    "file",
    [f for f in sorted(MEDIA.glob("*.b64")) if f.stem.rpartition("-")[2][:1].isdigit() and f.stem[:3] not in ("bmp",)]
    + sorted(MEDIA.glob("jpeg-64x48*.b64")),
    ids=lambda file: file.stem,
)  # fmt: skip
def test_size_is_what_the_name_says(file: Path) -> None:
    size = next(part for part in file.stem.split("-") if part[:1].isdigit())
    text = file.read_text(encoding="ascii").strip()
    width, height = size.split("x")
    assert dimensions(text, sniffed(text)) == (int(width), int(height))


def test_a_header_that_is_cut_off_tells_nothing() -> None:
    for file in MEDIA.glob("*-1x1.b64"):
        text = file.read_text(encoding="ascii").strip()
        assert dimensions(text[:12], sniffed(text)) is None


@given(st.integers(1, 100_000), st.integers(1, 100_000))
def test_any_png_header_is_read(width: int, height: int) -> None:
    assert dimensions(png(width, height), "image/png") == (width, height)


@given(st.lists(st.binary(max_size=300), max_size=6), st.integers(0, 200), st.sampled_from([0xC0, 0xC1, 0xC2, 0xCA]))
def test_segments_and_fill_bytes_before_the_frame_are_stepped_over(held: list[bytes], fill: int, frame: int) -> None:
    segments = [b"\xff\xe1" + struct.pack(">H", len(part) + 2) + part for part in held]
    start = b"\xff" * fill + bytes([0xFF, frame]) + struct.pack(">HBHHB", 11, 8, 48, 64, 1)
    data = b"\xff\xd8" + b"".join(segments) + start + b"\x01\x11\0"
    assert dimensions(b64(data), "image/jpeg") == (64, 48)


@pytest.mark.parametrize("rest", [b"", b"\xff", b"\xff\xda\0\x08", b"\xff\xe1\0\0", b"\xff\xe1\0\x01", b"\0\0\0\0"])
def test_a_jpeg_without_a_frame_tells_nothing(rest: bytes) -> None:
    assert dimensions(b64(b"\xff\xd8" + rest), "image/jpeg") is None


@given(st.binary(max_size=300), st.sampled_from(KINDS))
def test_no_bytes_raise(data: bytes, kind: str) -> None:
    starts = {"image/png": b"\x89PNG\r\n\x1a\n", "image/jpeg": b"\xff\xd8\xff", "image/gif": b"GIF89a",
              "image/webp": b"RIFF\0\0\0\0WEBPVP8"}  # fmt: skip
    dimensions(b64(starts[kind] + data), kind)
    dimensions(b64(data), kind)


def test_other_types_tell_nothing() -> None:
    assert dimensions(png(1, 1), "image/bmp") is None
    assert dimensions("", "") is None
