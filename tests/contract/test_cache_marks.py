from typing import Any

import pytest

from sendable.contract.cache_marks import automatic, counted, last_block, late_marks, takes_a_place, ttl_of
from sendable.wire.build import assistant, cached, request, system, text, thinking, tool, tool_result, tool_use, user
from sendable.wire.index import Index

AUTO = {"type": "ephemeral"}


def paths(index: Index) -> list[tuple[object, ...] | None]:
    return [late.block.path if late.block else None for late in late_marks(index)]


@pytest.mark.parametrize(
    ("mark", "ttl"),
    [({"type": "ephemeral"}, "5m"), ({"ttl": None}, "5m"), ({"ttl": "1h"}, "1h"), (None, ""), ("ephemeral", "")],
)
def test_a_breakpoint_lives_five_minutes_unless_it_says_so(mark: Any, ttl: str) -> None:
    assert ttl_of(mark) == ttl


def test_tools_system_and_messages_count_together() -> None:
    messages = [user(cached(text("a"))), assistant("b"), system(cached(text("c")))]
    assert counted(Index(request(*messages, tools=[cached(tool())], system=[cached(text("d"))]))) == 4


def test_nested_blocks_count() -> None:
    result = cached(tool_result(content=[cached(text("a")), text("b")]))
    assert counted(Index(request(user("q"), assistant(tool_use()), user(result)))) == 2


@pytest.mark.parametrize("mark", [None, "ephemeral", 5, [], True])
def test_what_is_no_object_is_no_automatic_breakpoint(mark: Any) -> None:
    index = Index({"messages": [user("a")], "cache_control": mark})
    assert automatic(index) is None
    assert not takes_a_place(index)


def test_the_automatic_one_takes_a_place_unless_its_block_is_marked() -> None:
    assert takes_a_place(Index(request(user("a"), cache_control=AUTO)))
    assert not takes_a_place(Index(request(user(cached(text("a"))), cache_control=AUTO)))


def test_the_last_block_is_the_last_that_can_carry() -> None:
    index = Index(request(user(text("a")), assistant(text("b"), text(""), thinking())))
    block = last_block(index)
    assert block is not None
    assert block.path == ("messages", 1, "content", 0)


def test_a_block_of_a_new_kind_may_be_the_last_one() -> None:
    block = last_block(Index(request(user(text("a"), {"type": "hologram"}))))
    assert block is not None
    assert block.kind == "hologram"


def test_no_messages_have_no_last_block() -> None:
    assert last_block(Index({"messages": []})) is None
    assert last_block(Index({"messages": "hi"})) is None


def test_an_hour_behind_five_minutes_is_late() -> None:
    index = Index(request(user(cached(text("a")), cached(text("b"), "1h")), assistant(cached(text("c"), "1h"))))
    assert paths(index) == [("messages", 0, "content", 1), ("messages", 1, "content", 0)]


def test_the_automatic_one_comes_last() -> None:
    hour = {"type": "ephemeral", "ttl": "1h"}
    assert paths(Index(request(user("a"), system=[cached(text("b"))], cache_control=hour))) == [None]
    assert paths(Index(request(user("a"), system=[cached(text("b"), "1h")], cache_control=hour))) == []


def test_marks_of_one_block_are_not_held_against_each_other() -> None:
    short = cached(tool_result(content=[cached(text("a"), "1h")]))
    long = cached(tool_result(content=[cached(text("a"))]), "1h")
    for result in (short, long):
        assert paths(Index(request(user("q"), assistant(tool_use()), user(result)))) == []
    index = Index(request(user("q"), assistant(tool_use()), user(long, cached(text("b"), "1h"))))
    assert paths(index) == [("messages", 2, "content", 1)]
