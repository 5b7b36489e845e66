from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable.prefix.alignment import same_message
from sendable.prefix.side import Side, keys_in_both
from sendable.wire.build import assistant, cached, system, text, thinking, tool_result, tool_use, user

MESSAGES: list[Any] = [
    user("a"),
    user(text("a")),
    user(cached(text("a"))),
    {"content": "a", "role": "user"},
    user("a", "b"),
    system("a"),
    assistant(thinking(), text("a")),
    assistant(text("a")),
    assistant(thinking()),
    assistant(tool_use(input={"n": 1, "m": 2})),
    assistant(tool_use(input={"m": 2, "n": 1})),
    assistant(tool_use(input={"n": True, "m": 2})),
    assistant(tool_use(input={"n": 1.0, "m": 2})),
    user(tool_result()),
    user(tool_result(text("b"))),
    user("\ud800"),
    {"role": "user", "content": [3, {"type": ["odd"]}]},
    {"role": "user", "content": {"text": "a"}},
    "a",
    None,
]
LISTS = st.lists(st.sampled_from(MESSAGES), max_size=6)


@pytest.mark.parametrize("one", range(len(MESSAGES)))
def test_keys_are_equal_where_messages_are_the_same(one: int) -> None:
    side = Side(MESSAGES)
    for other in range(len(MESSAGES)):
        assert (side.key(one) == side.key(other)) == same_message(MESSAGES[one], MESSAGES[other])


@given(LISTS, LISTS)
def test_only_messages_that_stand_on_one_side_alone_have_no_key(earlier: list[Any], later: list[Any]) -> None:
    one, other = Side(earlier), Side(later)
    here, there = keys_in_both(one, range(len(earlier)), other, range(len(later)))
    for i, mine in enumerate(here):
        assert mine in (None, one.key(i))
        for j, theirs in enumerate(there):
            if same_message(earlier[i], later[j]):
                assert mine == theirs != None  # noqa: E711


def test_a_shorter_side_has_the_same_keys() -> None:
    side = Side(MESSAGES)
    assert [side.until(3).key(at) for at in range(3)] == [side.key(at) for at in range(3)]
    assert len(side.until(3).openings) == 3


def test_a_side_that_is_cut_has_keys_of_its_own() -> None:
    side = Side([user("a", "b"), user("c")])
    before = side.key(0)
    assert side.cut(0, 1).key(0) == Side([user(text("b"))]).key(0) != before
