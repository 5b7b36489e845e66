from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable.wire.media.signature import sniffed, type_of

MEDIA = Path(__file__).parents[3] / "cases" / "media"
KINDS = {"png": "image/png", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "bmp": "image/bmp",
         "pdf": "application/pdf", "html": ""}  # fmt: skip


@pytest.mark.parametrize("file", sorted(MEDIA.glob("*.b64")), ids=lambda file: file.stem)
def test_each_medium_is_told_by_its_first_bytes(file: Path) -> None:
    assert sniffed(file.read_text(encoding="ascii").strip()) == KINDS[file.stem.partition("-")[0]]


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        (b"\0\0\0\x1cftypheic\0\0\0\0", "image/heic"),
        (b"\0\0\0\x1cftypavif\0\0\0\0", "image/avif"),
        (b"\0\0\0\x1cftypisom\0\0\0\0", ""),
        (b"RIFF\0\0\0\0WAVE", ""),
        (b"II*\0", "image/tiff"),
        (b"<svg xmlns", "image/svg+xml"),
        (b"", ""),
    ],
)
def test_other_formats(head: bytes, kind: str) -> None:
    assert type_of(head) == kind


@given(st.binary(max_size=40))
def test_no_bytes_raise(head: bytes) -> None:
    assert isinstance(type_of(head), str)
