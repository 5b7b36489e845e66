from sendable.emulator.passing_store import PassingStore
from sendable.prefix.rolling import Point
from sendable.prefix.stores import Entry

ENTRY = Entry("m", b"", b"", b"", b"", b"", b"", b"", 0, None)


def test_entries_are_those_of_one_request_at_a_time() -> None:
    store = PassingStore()
    store.hold({b"a": ENTRY})
    assert store.entries([b"a", b"b"]) == {b"a": ENTRY}
    store.hold({})
    assert store.entries([b"a", b"b"]) == {}


def test_points_are_kept() -> None:
    store = PassingStore()
    points = [Point(bytes([at]) * 16, b"") for at in range(4)]
    store.remember(points[:3])
    store.remember(points)
    assert store.known([points[3].exact])
    assert store.parents(points[3].exact, 3) == [point.exact for point in points]
