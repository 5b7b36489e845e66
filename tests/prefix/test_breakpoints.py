from sendable.prefix.breakpoints import Breakpoint, breakpoints, reached
from sendable.wire.index import Index
from tests.prefix.conversations import answered, request, said, words

MARK = {"type": "ephemeral"}


def test_positions_run_through_tools_system_and_messages() -> None:
    body = request(
        said("a"),
        answered("s"),
        {"role": "user", "content": [{**words("b"), "cache_control": {**MARK, "ttl": "1h"}}]},
        tools=[{"name": "f"}, {"name": "g", "cache_control": MARK}],
        system=[{**words("S"), "cache_control": MARK}],
    )
    found = breakpoints(Index(body))
    assert [(one.at, one.path, one.ttl) for one in found] == [
        (1, "tools.1", "5m"),
        (2, "system.0", "5m"),
        (6, "messages.2.content.0", "1h"),
    ]
    assert found[0].tokens < found[1].tokens < found[2].tokens


def test_automatic_one_stands_on_the_last_block() -> None:
    found = breakpoints(Index(request(said("a"), answered("s"), said("b"), cache_control=MARK)))
    assert [(one.at, one.path) for one in found] == [(3, "messages.2.content.0")]


def test_mark_inside_a_result_stands_where_the_result_does() -> None:
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": [{**words("x"), "cache_control": MARK}]}
    found = breakpoints(Index(request(said("a"), {"role": "user", "content": [result]})))
    assert [(one.at, one.path) for one in found] == [(1, "messages.1.content.0")]


def test_twenty_positions_are_looked_back_itself_included() -> None:
    here = [Breakpoint(30, "", "5m", 0)]
    assert [at for at in range(60) if reached(at, here)] == list(range(11, 31))
