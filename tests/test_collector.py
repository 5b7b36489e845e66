import gc

import pytest

from sendable import Target, UnreadableError, load, prepare
from sendable.collector import without_collector


def test_the_collector_is_held_back_and_let_go() -> None:
    assert without_collector(gc.isenabled)() is False
    assert gc.isenabled()


def test_one_that_is_held_back_stays_so() -> None:
    gc.disable()
    try:
        without_collector(int)()
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_an_error_lets_it_go() -> None:
    for call in (load, prepare):
        with pytest.raises(UnreadableError):
            call(b"x")
        assert gc.isenabled()


def test_loading_and_preparing_keep_their_names_and_results() -> None:
    history = [{"role": "user", "content": "hi"}]
    assert (load.__name__, prepare.__name__) == ("load", "prepare")
    assert prepare(load(history), Target(model="claude-sonnet-4-5")).request["messages"] == history
