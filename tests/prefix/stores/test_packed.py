import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable.prefix.stores.packed import packed, unpacked
from sendable.prefix.stores.store import Entry

DIGESTS = st.binary(max_size=40)


@given(st.builds(Entry, st.text(), *[DIGESTS] * 7, st.integers(0, 2**40), st.none() | DIGESTS))
def test_an_entry_comes_back_as_it_was(entry: Entry) -> None:
    assert unpacked(packed(entry)) == entry


@pytest.mark.parametrize("value", [b"", b"\x93nothing", b"x" * 100, packed(Entry("m", *[b"a"] * 7, 2, None))[:-1]])
def test_what_is_no_entry_is_none(value: bytes) -> None:
    assert unpacked(value) is None
