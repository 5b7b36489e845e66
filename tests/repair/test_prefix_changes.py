import copy
import json
from typing import Any

import pytest

from sendable import Ledger, Repaired, repair
from sendable.repair.past import Past
from sendable.repair.prefix_changes import changed_behind, changes_end, frame_digest
from sendable.wire.build import (
    assistant,
    cached,
    request,
    system,
    text,
    thinking,
    tool,
    tool_result,
    tool_use,
    user,
)
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


@pytest.mark.parametrize(
    ("now", "end"),
    [
        (changed(user("x"), FIRST[1], *SECOND), 1),
        (changed(FIRST[0], assistant(BLOCKS[0], text("x"), *BLOCKS[2:]), *SECOND), 2),
        (changed(user("x"), *FIRST[1:], user("y"), *SECOND[1:]), 3),
        (changed(*FIRST, user("x"), *SECOND), 3),
        (changed(*FIRST, *SECOND[1:]), 2),
        (changed(*FIRST, *SECOND[:2], user("x")), 5),
        (BEFORE, 0),
        (changed(max_tokens=5), 0),
        (changed(system="Be brief."), None),
        (changed(tools=[]), None),
    ],
    ids=["first", "an answer", "two", "put in", "dropped", "last", "same", "not compared", "system", "tools"],
)
def test_the_first_messages_hold_all_that_changed(now: dict[str, Any], end: int | None) -> None:
    draft = draft_of(now)
    draft.past = Past(Index(BEFORE))
    assert changes_end(draft) == end


ARGUMENTS = {"q": "x", "n": [1, 2.5]}


def talk(entry: Any = None) -> list[Any]:
    """A conversation of three answers, with a system entry before the last."""
    last = entry if entry is not None else system(cached(text("Soon.")))
    return [
        user("a"),
        assistant(thinking(signature="AAAA"), tool_use("toolu_1", arguments=ARGUMENTS)),
        user(tool_result("toolu_1")),
        assistant(thinking(signature="BBBB"), text("b")),
        user("c"),
        last,
        assistant(thinking(signature="CCCC"), text("d")),
        user("e"),
    ]


def body(messages: list[Any]) -> dict[str, Any]:
    return request(*messages, model="claude-opus-5-5", tools=[tool()], system="Be kind.")


def seen() -> Ledger:
    """A ledger that saw the conversation as it was."""
    ledger = Ledger()
    for at in (1, 3, 6):
        ledger.record(body(talk()[:at]), talk()[at])
    return ledger


def as_text(messages: list[Any]) -> list[Any]:
    """The conversation with the arguments of its call as JSON text."""
    messages[1]["content"][1]["input"] = json.dumps(ARGUMENTS)
    return messages


def costs(done: Repaired) -> list[tuple[str, int]]:
    return [(change.by, change.cost["thinking"]) for change in done.changes if change.cost is not None]


@pytest.mark.parametrize("entry", [None, system("Soon.")], ids=["as it was", "in another form"])
def test_what_a_repair_makes_as_it_was_again_costs_no_thinking_where_the_ledger_knows(entry: Any) -> None:
    """As clients do it, the last entry has its breakpoint, and its list, only while it is the last one."""
    done = repair(body(as_text(talk(entry))), ledger=seen())
    assert done.request == body(talk(entry))
    assert costs(done) == [("parse_json_input", 0)]
    assert done.cost == {"thinking": {"kept": 3, "lost": 0}, "cache_from": None, "bytes": 0, "tokens": 0}
    assert done.state.get("drop_block") is None


def test_where_no_ledger_knows_it_is_settled() -> None:
    for ledger in (None, Ledger()):
        done = repair(body(as_text(talk())), ledger=ledger)
        assert costs(done) == [("parse_json_input", 2), ("settle_bound_thinking", 2)]
        assert done.cost["thinking"] == {"kept": 1, "lost": 2}


def test_what_is_not_as_it_was_is_settled() -> None:
    """Other arguments than those that were recorded; and an entry in another form behind a call without its result."""
    other = as_text(talk())
    other[1]["content"][1]["input"] = json.dumps({"q": "y"})
    assert repair(body(other), ledger=seen()).cost["thinking"] == {"kept": 1, "lost": 2}
    bare = talk(system("Soon."))
    bare[2] = user("Never mind.")
    done = repair(body(bare), ledger=seen())
    assert done.cost["thinking"] == {"kept": 1, "lost": 2}


def test_a_change_behind_what_the_ledger_knows_still_raises_a_doubt() -> None:
    """The call that is mended stands behind the entry of another form: whether the answer to it holds, nobody knows."""
    messages = [
        *talk(system("Soon."))[:6],
        assistant(thinking(signature="DDDD"), tool_use("toolu_2", arguments=ARGUMENTS)),
    ]
    behind = [user(tool_result("toolu_2")), assistant(thinking(signature="EEEE"), text("f")), user("g")]
    ledger = seen()
    ledger.record(body(talk()[:6]), messages[6])
    ledger.record(body([*talk()[:6], messages[6], behind[0]]), behind[1])
    damaged = copy.deepcopy([*messages, *behind])
    damaged[6]["content"][1]["input"] = json.dumps(ARGUMENTS)
    assert repair(body([*messages, *behind]), ledger=ledger).changes == []
    done = repair(body(damaged), ledger=ledger)
    assert done.cost["thinking"] == {"kept": 3, "lost": 1}


def test_thinking_that_goes_costs_the_cache_all_the_same() -> None:
    """What was sent had it: a damaged first block goes, and the ledger knows the others to hold."""
    messages = talk()
    messages[1]["content"][0] = thinking(signature="skip")
    done = repair(body(messages), ledger=seen())
    assert [(change.by, change.cost["cache_from"]) for change in done.changes if change.cost is not None] == [
        ("drop_damaged_thinking", "messages.1.content.0")
    ]
    assert done.cost["thinking"] == {"kept": 2, "lost": 1}
