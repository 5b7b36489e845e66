from typing import Any

from sendable.prefix.advice import Before, advise
from sendable.targets import Target
from sendable.wire.index import Index
from tests.prefix.conversations import answered, request, said, words

OPUS = Target()
LONG = "word " * 1000
MARK = {"type": "ephemeral"}
HOUR = {"type": "ephemeral", "ttl": "1h"}


def marked(text: str, mark: dict[str, str] = MARK) -> dict[str, Any]:
    return {"role": "user", "content": [{**words(text), "cache_control": mark}]}


def kinds(body: Any, before: Any = None, gap: float | None = None) -> list[tuple[str, str]]:
    last = None if before is None else Before(Index(before), gap)
    return [(one.kind, one.path) for one in advise(Index(body), OPUS, last)]


def answer(blocks: int) -> dict[str, Any]:
    return {"role": "assistant", "content": [words(str(at)) for at in range(blocks)]}


def test_breakpoint_in_front_of_which_too_little_stands() -> None:
    assert kinds(request(marked("short"))) == [("breakpoint-too-early", "messages.0.content.0")]
    assert kinds(request(marked(LONG))) == []
    assert kinds({**request(marked("short")), "model": "model-of-another"}) == []


def test_entry_that_is_too_far_back() -> None:
    first = request(marked(LONG))
    for blocks, found in ((18, []), (19, [("breakpoint-out-of-reach", "messages.2.content.0")])):
        later = request(said(LONG), answer(blocks), marked("b"))
        assert kinds(later, first) == found
        assert kinds(later) == found


def test_second_breakpoint_finds_it() -> None:
    later = request(marked(LONG), answer(30), marked("b"))
    assert kinds(later, request(marked(LONG))) == []
    assert kinds(later) == []


def test_breakpoint_that_is_gone_or_stands_in_front() -> None:
    first = request(said(LONG), answer(1), marked("b"))
    grown = [said(LONG), answer(1), said("b"), answer(1), said("c")]
    assert kinds(request(*grown), first) == [("breakpoint-lost", "")]
    assert kinds(request(marked(LONG), *grown[1:]), first) == [("breakpoint-moved", "messages.0.content.0")]


def test_volatile_system_is_named_with_what_it_looks_like() -> None:
    first = request(marked(LONG), system="It is 2026-11-30 10:41.")
    later = request(marked(LONG), answered("s"), said("b"), system="It is 2026-11-30 10:42.")
    (one,) = advise(Index(later), OPUS, Before(Index(first)))
    assert (one.kind, one.path) == ("volatile-system", "system")
    assert "a date or a time" in one.what
    assert "10:4" not in one.what


def test_tools_in_another_order_or_with_another_text() -> None:
    tools = [{"name": "a", "description": "x"}, {"name": "b"}]
    first = request(marked(LONG), tools=tools)
    assert kinds(request(marked(LONG), tools=tools[::-1]), first) == [("tools-unstable", "tools")]
    edited = [{"name": "a", "description": "y"}, {"name": "b"}]
    assert kinds(request(marked(LONG), tools=edited), first) == [("tools-unstable", "tools.0.description")]


def test_nothing_is_said_of_text_where_nothing_is_cached() -> None:
    assert kinds(request(said("a"), system="x"), request(said("a"), system="y")) == []


def test_lifetime_is_held_against_the_time_between() -> None:
    five, hour = request(marked(LONG)), request(marked(LONG, HOUR))
    place = "messages.0.content.0"
    assert kinds(five, five, 60) == []
    assert kinds(five, five, 600) == [("ttl-too-short", place)]
    assert kinds(five, five, 7200) == []
    assert kinds(hour, hour, 60) == [("ttl-too-long", place)]
    assert kinds(hour, hour, 600) == []
    assert kinds(hour, hour, 7200) == [("ttl-too-long", place)]
    assert kinds(hour, hour, None) == kinds(hour, hour, -1) == []
