import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable.wire.media.base64_text import decoded, is_base64, mended, part_of, size_of


@given(st.binary(max_size=200))
def test_what_the_standard_library_encodes_is_valid(data: bytes) -> None:
    text = base64.b64encode(data).decode("ascii")
    assert is_base64(text)
    assert size_of(text) == len(data)
    assert decoded(text) == data


@given(st.binary(max_size=90), st.integers(0, 90), st.integers(0, 90))
def test_a_part_is_that_slice_of_the_bytes(data: bytes, start: int, length: int) -> None:
    text = base64.b64encode(data).decode("ascii")
    assert part_of(text, start, start + length) == data[start : start + length]


@pytest.mark.parametrize(
    "text", ["AAA", "AAAAA", "AA=A", "=AAA", "A===", "====", "AA\nA", "AAA-", "AA_A", "AAA AAAA", "ÄAAA", "AA==AAAA"]
)
def test_anything_else_is_not_valid(text: str) -> None:
    assert not is_base64(text)


@given(st.text(max_size=50))
def test_no_text_raises(text: str) -> None:
    is_base64(text)
    part_of(text, 0, 24)
    decoded(text)
    assert mended(text) == text or is_base64(mended(text))


@given(st.binary(min_size=1, max_size=200))
def test_mending_gives_the_same_bytes(data: bytes) -> None:
    text = base64.b64encode(data).decode("ascii")
    safe = base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")
    lines = base64.encodebytes(data).decode("ascii")
    assert mended(safe) == text
    assert mended(lines) == text
    assert mended(f"data:image/png;base64,{text}") == text
    assert mended(text) == text


@pytest.mark.parametrize("text", ["https://example.com/a.png", "[object Object]", "AAAAA", "data:image/png,AAAA"])
def test_what_is_no_base64_at_all_stays(text: str) -> None:
    assert mended(text) == text
