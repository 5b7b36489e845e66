import threading

from sendable.gateway.aside import Aside


def test_deeds_are_done_in_order_and_all_of_them() -> None:
    done: list[int] = []
    lost: list[str] = []
    aside = Aside(lost.append)
    for number in range(100):
        assert aside.do("count", lambda number=number: done.append(number))  # type: ignore[misc]
    aside.close()
    assert done == list(range(100))
    assert lost == []


def test_a_deed_that_fails_is_told_and_stops_nothing() -> None:
    done: list[int] = []
    lost: list[str] = []
    aside = Aside(lost.append)
    aside.do("division", lambda: 1 // 0)
    aside.do("count", lambda: done.append(1))
    aside.close()
    assert (done, lost) == ([1], ["division"])


def test_one_too_many_is_lost_and_not_waited_for() -> None:
    go = threading.Event()
    lost: list[str] = []
    aside = Aside(lost.append, most=2)
    assert aside.do("first", go.wait)
    assert aside.do("second", go.wait)
    assert not aside.do("third", go.wait)
    go.set()
    aside.close()
    assert lost == ["third"]
