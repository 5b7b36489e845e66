import threading

import pytest

from sendable.gateway.lane import Lane


def test_work_is_done_in_order_and_all_of_it() -> None:
    lane = Lane("test")
    done: list[int] = []
    given = [lane.submit(lambda number=number: done.append(number)) for number in range(100)]  # type: ignore[misc]
    lane.close(5.0)
    assert done == list(range(100))
    assert all(one.done() for one in given)
    assert lane.waiting == 0


def test_a_fault_is_raised_where_the_result_is_asked_for() -> None:
    lane = Lane("test")
    failed = lane.submit(lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        failed.result(5.0)
    assert lane.submit(lambda: "next").result(5.0) == "next"
    lane.close(5.0)


def test_what_is_cancelled_before_its_turn_is_not_begun() -> None:
    lane = Lane("test")
    go, done = threading.Event(), []
    lane.submit(lambda: go.wait(5.0))
    waiting = lane.submit(lambda: done.append(1))
    assert waiting.cancel()
    go.set()
    lane.close(5.0)
    assert (done, lane.waiting) == ([], 0)


def test_it_is_stuck_while_one_thing_takes_long_and_is_not_waited_for() -> None:
    lane = Lane("test")
    begun, go = threading.Event(), threading.Event()
    assert not lane.is_stuck(0.0)
    lane.submit(lambda: (begun.set(), go.wait(5.0)))
    assert begun.wait(5.0)
    assert not lane.is_stuck(60.0)
    lane.close(0.01)
    assert lane.is_stuck(0.0)
    go.set()
    lane.close(5.0)
    assert not lane.is_stuck(0.0)
