import pytest

from sendable.prefix.stores.named import Kinds
from sendable.prefix.stores.store import Entry, Found

ENTRY = Entry("m", b"s", b"t", b"ls", b"lt", b"n2", b"b", b"lb", 2, None)


@pytest.mark.parametrize("kinds", [Kinds(b"e", b"n", b"s"), Kinds(b"entry:", b"node:", b"state:")])
def test_what_is_kept_is_found_under_the_names_that_are_asked_for(kinds: Kinds) -> None:
    held = kinds.values({b"s": ENTRY}, {b"n": b"before"}, {b"e": b"value", b"": b""})
    assert [*held] == kinds.names([b"s"], [b"n"], [b"e", b""])
    assert kinds.found(held.items()) == Found({b"s": ENTRY}, {b"n"}, {b"e": b"value", b"": b""})


def test_what_is_no_entry_is_not_found() -> None:
    assert Kinds(b"e", b"n", b"s").found([(b"e1", b"nothing")]) == Found({}, set(), {})
