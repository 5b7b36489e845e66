import pytest

from sendable.contract.context_edits import CLEAR_THINKING, edits
from sendable.wire.index import Index


@pytest.mark.parametrize("management", [None, 1, [], {}, {"edits": None}, {"edits": {}}, {"edits": [None, 1, []]}])
def test_odd_management_has_no_edits(management: object) -> None:
    assert list(edits(Index({"context_management": management}))) == []
    assert list(edits(Index({"messages": []}))) == []


def test_edits_come_with_their_places() -> None:
    held = {"edits": [None, {"type": CLEAR_THINKING}, {"type": "compact_20260112"}]}
    assert [at for at, _ in edits(Index({"context_management": held}))] == [1, 2]
