import copy
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable import Ledger, Target, check, repair
from sendable.prefix.frames import Frames, defers, frames_in
from sendable.wire.build import assistant, cached, request, system, text, thinking, tool, tool_result, tool_use, user
from sendable.wire.index import Index

Json = dict[str, Any]

MODEL = "claude-opus-5-5"
SEARCH = {"type": "tool_search_tool_regex_20251119", "name": "tool_search_tool_regex"}


def searched(*names: str, call: str = "srvtoolu_1") -> list[Json]:
    """A search for tools, and what it found."""
    found = [{"type": "tool_reference", "tool_name": name} for name in names]
    return [
        {"type": "server_tool_use", "id": call, "name": SEARCH["name"], "input": {"pattern": "x"}},
        {
            "type": "tool_search_tool_result",
            "tool_use_id": call,
            "content": {"type": "tool_search_tool_search_result", "tool_references": found},
        },
    ]


def test_the_frame_is_system_and_tools_without_marks() -> None:
    plain = frames_in(Index(request(user("a"), system=[text("s")], tools=[tool("a"), tool("b")]))).at(0, 0)
    marked = frames_in(Index(request(user("a"), system=[cached(text("s"))], tools=[cached(tool("a")), tool("b")])))
    assert plain == marked.at(0, 0)
    bare = frames_in(Index(request(user("a"), system="s", tools=[tool("b"), tool("a")]))).at(9, 9)
    assert bare.system != plain.system
    assert (bare.loose_system, bare.loose_tools, bare.tools) == (plain.loose_system, plain.loose_tools, plain.tools)


def test_no_system_and_no_tools_are_a_frame_too() -> None:
    assert Frames(request(user("a")), []).at(0, 0) == Frames(request(user("a"), system=[], tools=[]), []).at(0, 0)


@pytest.mark.parametrize("tools", [None, "x", [], ["x"], [tool()], [{**tool(), "defer_loading": False}]], ids=repr)
def test_only_deferred_tools_make_several_frames(tools: Any) -> None:
    assert not defers({"tools": tools})
    assert defers({"tools": [tool(), tool("b", defer_loading=True)]})


def test_messages_are_not_looked_at_where_nothing_waits() -> None:
    def looked_at() -> Iterator[Json]:
        raise AssertionError
        yield {}

    Frames(request(tools=[tool()]), looked_at())


TOOLS = [tool("a"), *(tool(name, defer_loading=True) for name in "bcd")]
BLOCKS = st.sampled_from(
    [
        [text("x")],
        searched("b"),
        searched("c", "d"),
        [tool_use(name="c")],
        [tool_use(name="a")],
        [tool_result(content=[{"type": "tool_reference", "tool_name": "d"}])],
        [{"type": "tool_addition", "tool": {"type": "tool_reference", "name": "b"}}],
        searched("nobody"),
    ]
)
MESSAGES = st.lists(
    st.lists(BLOCKS, max_size=3).map(lambda held: user(*(block for some in held for block in some))), max_size=5
)
NAMES = {
    "tool_use": lambda block: block["name"],
    "tool_reference": lambda block: block.get("tool_name", block.get("name")),
}


def named(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if value.get("type") in NAMES:
            yield NAMES[value["type"]](value)
        for held in value.values():
            yield from named(held)
    elif isinstance(value, list):
        for held in value:
            yield from named(held)


@given(MESSAGES, MESSAGES)
def test_a_place_has_the_tools_that_were_found_before_it(one: list[Json], other: list[Json]) -> None:
    seen: dict[Any, frozenset[str]] = {}
    for messages in (one, other):
        frames = Frames(request(tools=TOOLS), messages)
        for number, message in enumerate(messages):
            for position in range(len(message["content"])):
                before = [*messages[:number], {"content": message["content"][:position]}]
                found = frozenset(named(before)) & {"b", "c", "d"}
                frame = frames.at(number, position)
                assert seen.setdefault((frame.tools, frame.loose_tools), found) == found
    assert len(set(seen.values())) == len(seen)


def test_many_found_tools_take_linear_time() -> None:
    calls = 0

    class Counted(dict[str, Any]):
        def get(self, *args: Any) -> Any:
            nonlocal calls
            calls += 1
            return super().get(*args)

    def cost(count: int) -> int:
        nonlocal calls
        calls = 0
        tools = [Counted(tool(f"t{number}", defer_loading=True)) for number in range(count)]
        Frames(request(tools=tools), [assistant(*searched(f"t{number}")) for number in range(count)])
        return calls

    assert cost(400) <= 4.1 * cost(100)


FIRST = request(user("Where is it?"), model=MODEL, tools=[tool(), SEARCH, tool("map", defer_loading=True)])
FOUND = assistant(
    thinking(signature="AAAA"), *searched("map"), thinking(signature="BBBB"), text("I see."), tool_use(name="map")
)
SECOND = {**FIRST, "messages": [*FIRST["messages"], FOUND, user(tool_result())]}
ANSWER = assistant(thinking(signature="CCCC"), text("There."))
THIRD = {**SECOND, "messages": [*SECOND["messages"], ANSWER, user("Thanks.")]}


def edited(asked: Json, **fields: Any) -> Json:
    changed = copy.deepcopy(asked)
    changed["tools"][2].update(fields)
    return changed


@pytest.fixture
def ledger() -> Ledger:
    made = Ledger()
    made.record(FIRST, FOUND)
    made.record(SECOND, ANSWER)
    return made


def refused(asked: Json, ledger: Ledger) -> list[str]:
    found = [finding for finding in check(asked, ledger=ledger) if finding.rule == "thinking-bound"]
    assert all("`tools` list differs" in finding.message for finding in found)
    return [finding.path for finding in found]


def test_what_was_thought_behind_the_search_is_bound_to_what_it_found(ledger: Ledger) -> None:
    assert refused(THIRD, ledger) == []
    assert refused(edited(THIRD, description="Draws."), ledger) == ["messages.1.content.3", "messages.3.content.0"]


def test_an_explicit_default_of_a_found_tool_is_open(ledger: Ledger) -> None:
    assert refused(edited(THIRD, cache_control=None), ledger) == []
    assert refused(edited(THIRD, strict=None), ledger) == []


def test_a_found_tool_that_waits_no_longer_is_another(ledger: Ledger) -> None:
    assert len(refused(edited(THIRD, defer_loading=False), ledger)) == 3


def test_a_tool_that_was_edited_before_it_was_found_is_what_it_was_found_as(ledger: Ledger) -> None:
    ledger = Ledger()
    ledger.record(FIRST, assistant(thinking(signature="ZZZZ"), text("Hm.")))
    grown = {**FIRST, "messages": [*FIRST["messages"], assistant(thinking(signature="ZZZZ"), text("Hm.")), user("So?")]}
    now = edited(grown, description="Draws.")
    assert refused(now, ledger) == []
    ledger.record(now, FOUND)
    later = {**now, "messages": [*now["messages"], FOUND, user(tool_result())]}
    assert refused(later, ledger) == []
    assert refused(edited(later, description="Looks up."), ledger) == ["messages.3.content.3"]


def test_a_second_deferred_tool_that_nobody_found_may_change(ledger: Ledger) -> None:
    more = {**THIRD, "tools": [*THIRD["tools"], tool("plot", defer_loading=True)]}
    assert refused(more, ledger) == []


def test_a_tool_that_the_system_adds_is_found_there() -> None:
    added = system({"type": "tool_addition", "tool": {"type": "tool_reference", "name": "map"}})
    asked = {**FIRST, "messages": [*FIRST["messages"], assistant("Hm."), user("Look."), added]}
    ledger = Ledger()
    ledger.record(asked, ANSWER)
    later = {**asked, "messages": [*asked["messages"], ANSWER, user("Thanks.")]}
    assert refused(later, ledger) == []
    assert refused(edited(later, description="Draws."), ledger) == ["messages.4.content.0"]


def test_a_repair_settles_what_an_edited_tool_made_stale(ledger: Ledger) -> None:
    target = Target(model=MODEL, betas=["interleaved-thinking-2025-05-14"])
    state = repair(SECOND, target, ledger=ledger).state
    asked = edited(THIRD, description="Draws.")
    repaired = repair(asked, target, state=state, ledger=ledger)
    assert repaired.accepted
    assert check(repaired.request, target, ledger=ledger) == []
    assert [change.path for change in repaired.changes] == ["messages.1.content.3", "messages.3.content.0"]
