import pytest

from sendable import UnreadableError
from sendable.prefix.chain import Break, Missing, chain
from tests.prefix.conversations import answered, request, said, thought, words

FIRST = request(said("a"))
SECOND = request(said("a"), answered("s1"), said("b"))
THIRD = request(said("a"), answered("s1"), said("b"), answered("s2"), said("c"))
STEPS = [(FIRST, {"content": answered("s1")["content"]}), (SECOND, None), (THIRD, {"content": [thought("s3.0")]})]
BARE = {"role": "assistant", "content": [words("no thinking")]}


def test_whole_run_is_unbroken() -> None:
    found = chain(STEPS, request(*THIRD["messages"], answered("s3"), said("d")))
    assert found.run == ("messages.1.content.0", "messages.3.content.0", "messages.5.content.0")
    assert (found.broken, found.missing, found.returned, found.breaks) == ((), (), (), ())


def test_removal_from_the_start_breaks_nothing() -> None:
    found = chain(STEPS, request(said("a"), BARE, said("b"), answered("s2"), said("c"), answered("s3"), said("d")))
    assert found.run == ("messages.3.content.0", "messages.5.content.0")
    assert found.missing == (Missing(2, "messages.1.content.0", "start"),)
    assert found.breaks == ()


def test_removal_from_the_end_breaks_nothing() -> None:
    found = chain(STEPS, THIRD)
    assert (len(found.run), found.broken) == (2, ())
    assert found.missing == (Missing(2, "content.0", "end"),)


def test_removal_from_the_middle_breaks_what_is_behind() -> None:
    found = chain(STEPS, request(said("a"), answered("s1"), said("b"), BARE, said("c"), answered("s3"), said("d")))
    assert (found.run, found.broken) == (("messages.1.content.0",), ("messages.5.content.0",))
    assert found.missing == (Missing(2, "messages.3.content.0", "middle"),)
    assert found.breaks == (Break(1, "removed"),)


def test_block_that_came_back_breaks_what_was_made_without_it() -> None:
    without = request(said("a"), BARE, said("b"), answered("s2"), said("c"))
    steps = [*STEPS[:2], (without, {"content": [thought("s3.0")]})]
    found = chain(steps, request(*THIRD["messages"], answered("s3"), said("d")))
    assert found.returned == ("messages.1.content.0",)
    assert (found.run, found.broken) == (
        ("messages.1.content.0", "messages.3.content.0"),
        ("messages.5.content.0",),
    )
    assert found.breaks == (Break(2, "returned"),)


def test_other_order_is_named() -> None:
    found = chain([(THIRD, None)], request(said("a"), answered("s2"), said("b"), answered("s1"), said("c")))
    assert found.breaks == (Break(1, "order"),)


def test_replayed_turn_stands_for_a_response_that_nobody_kept() -> None:
    steps = [(FIRST, None), (SECOND, None)]
    found = chain(steps, request(said("a"), BARE, said("b"), answered("s2"), said("c")))
    assert (found.run, found.breaks) == (("messages.3.content.0",), ())


def test_block_made_in_another_branch_is_not_judged() -> None:
    found = chain([(THIRD, None)], request(said("a"), answered("s1"), said("b"), answered("other"), said("c")))
    assert (len(found.run), found.broken) == (2, ())


def test_blocks_without_signature_are_passed_over() -> None:
    unsigned = {"role": "assistant", "content": [{"type": "thinking", "thinking": "x"}]}
    found = chain([(THIRD, None)], request(*THIRD["messages"], unsigned, said("d")))
    assert found.breaks == ()


def test_what_is_no_request_is_told() -> None:
    with pytest.raises(UnreadableError):
        chain([("nonsense", None)], THIRD)
