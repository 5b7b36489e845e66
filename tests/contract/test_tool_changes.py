from typing import Any

from sendable.contract.tool_changes import behind_paused_turn, changes, is_known, named
from sendable.wire.build import assistant, native_call, native_result, request, system, tool, user
from sendable.wire.index import Index


def change(kind: str = "tool_addition", **tool_field: Any) -> dict[str, Any]:
    return {"type": kind, "tool": tool_field}


def known(*blocks: dict[str, Any], **fields: Any) -> list[bool]:
    index = Index(request(user("a"), system(*blocks), **fields))
    return [is_known(block, declared) for _, block, declared in changes(index)]


def test_reference_is_known_when_the_tool_is_declared() -> None:
    references = change(type="tool_reference", name="search"), change(type="tool_reference", name="other")
    assert known(*references, tools=[tool("search")]) == [True, False]


def test_definition_declares_from_there_on() -> None:
    defined = change(type="tool_definition", definition=tool("clock"))
    removed = change("tool_removal", type="tool_reference", name="clock")
    assert known(removed, defined, removed) == [False, True, True]


def test_mcp_reference_asks_for_its_server_only() -> None:
    references = [
        change(type="mcp_tool_reference", server_name="docs", name="any"),
        change(type="mcp_toolset_reference", server_name="docs"),
        change(type="mcp_toolset_reference", server_name="other"),
    ]
    assert known(*references, mcp_servers=[{"name": "docs"}]) == [True, True, False]
    assert known(*references, tools=[{"type": "mcp_toolset", "mcp_server_name": "docs"}]) == [True, True, False]


def test_nothing_is_said_beside_a_toolset_whose_names_do_not_show() -> None:
    reference = change(type="tool_reference", name="left_click")
    assert known(reference, tools=[{"type": "computer_toolset_20260801"}]) == [True]


def test_odd_changes_are_known() -> None:
    assert (
        known({"type": "tool_addition"}, change(type="of_tomorrow"), change(type="tool_reference", name=5))
        == [True] * 3
    )


def test_name_is_that_of_the_tool_or_the_server() -> None:
    index = Index(
        request(user("a"), system(change(type="tool_reference", name="b"), change(type="x", server_name="c")))
    )
    assert [named(block) for _, block, _ in changes(index)] == ["b", "c"]


def test_run_behind_a_paused_turn() -> None:
    index = Index(request(user("a"), assistant(native_call(), native_result()), system("b"), system("c"), user("d")))
    assert behind_paused_turn(index, index.messages[3])
    assert not behind_paused_turn(Index(request(user("a"), system("b"))), index.messages[1])
