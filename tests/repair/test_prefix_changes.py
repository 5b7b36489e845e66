from typing import Any

import pytest

from sendable.repair.past import Past
from sendable.repair.prefix_changes import changed_behind, frame_digest
from sendable.wire.build import assistant, cached, request, system, text, thinking, tool, tool_use, user
from sendable.wire.index import Index
from tests.repair.drafts import draft_of

FIRST = [user("a"), assistant(thinking(signature="AAAA"), text("b"), thinking(signature="BBBB"), text("c"))]
BLOCKS = FIRST[1]["content"]
SECOND = [user("d"), assistant(thinking(signature="CCCC"), text("e")), user("f")]
BEFORE = request(*FIRST, *SECOND, model="claude-opus-5-5", system="Be kind.", tools=[tool()])


def stale(now: dict[str, Any], before: dict[str, Any] = BEFORE) -> list[str]:
    draft = draft_of(now)
    draft.past = Past(Index(before))
    return [str(block.value["signature"]) for block in changed_behind(draft)]


def changed(*messages: Any, **fields: Any) -> dict[str, Any]:
    return {**BEFORE, **({"messages": list(messages)} if messages else {}), **fields}


def test_the_same_request_makes_nothing_stale() -> None:
    assert stale(BEFORE) == []


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (changed(system="Be brief."), ["AAAA", "BBBB", "CCCC"]),
        (changed(tools=[tool(), tool("other")]), ["AAAA", "BBBB", "CCCC"]),
        (changed(user("x"), FIRST[1], *SECOND), ["AAAA", "BBBB", "CCCC"]),
        (changed(FIRST[0], assistant(BLOCKS[0], text("x"), *BLOCKS[2:]), *SECOND), ["BBBB", "CCCC"]),
        (changed(*FIRST, user("x"), *SECOND[1:]), ["CCCC"]),
        (changed(*FIRST, system("y"), *SECOND), ["CCCC"]),
        (changed(*FIRST, *SECOND[:2], user("x")), []),
        (changed(*FIRST, *SECOND[1:]), ["CCCC"]),
        (changed(FIRST[0], assistant(*BLOCKS[:2], BLOCKS[3]), *SECOND), ["CCCC"]),
        (changed(FIRST[0], assistant(*BLOCKS[1:]), *SECOND), []),
        (changed(max_tokens=5, tools=[cached(tool())]), []),
    ],
    ids=[
        "system", "tools", "first message", "text of the turn", "user message", "entry put in", "behind all thinking",
        "message dropped", "gap in the chain", "first thinking dropped", "not compared",
    ],
)  # fmt: skip
def test_what_stands_behind_the_first_difference_is_stale(now: dict[str, Any], expected: list[str]) -> None:
    assert stale(now) == expected


def test_a_deferred_tool_counts_from_where_it_is_named() -> None:
    call = tool_use(name="late")
    held = [FIRST[0], assistant(thinking(signature="AAAA"), call), user("x"), *SECOND[1:]]
    before = changed(*held, tools=[tool(), tool("late", defer_loading=True)])
    now = changed(*held, tools=[tool(), tool("late", description="Another.", defer_loading=True)])
    assert stale(now, before) == ["CCCC"]
    assert frame_digest(Index(before)) == frame_digest(Index(now))
