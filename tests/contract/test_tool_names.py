from typing import Any

import pytest

from sendable.contract.tool_names import declared_names, forces_tool
from sendable.wire.build import request, system, tool, user
from sendable.wire.index import Index

ADDED = {"type": "tool_addition", "tool": {"type": "tool_reference", "name": "later"}}


def test_names_of_custom_and_native_tools_are_declared() -> None:
    body = request(user("Hi"), tools=[tool("a"), {"type": "web_search_20250305", "name": "web_search"}])
    assert declared_names(Index(body)) == frozenset({"a", "web_search"})


def test_whole_request_without_tools_declares_none() -> None:
    assert declared_names(Index(request(user("Hi")))) == frozenset()


@pytest.mark.parametrize(
    "body",
    [
        [user("Hi")],
        request(user("Hi"), max_tokens=None),
        request(user("Hi"), tools=[tool(), {"type": "mcp_toolset", "mcp_server_name": "docs"}]),
        request(user("Hi"), system(ADDED), tools=[tool()]),
    ],
    ids=["bare messages", "history", "toolset", "tool added by a message"],
)
def test_names_that_cannot_all_be_told_are_unknown(body: Any) -> None:
    assert declared_names(Index(body)) is None


@pytest.mark.parametrize("choice", [{"type": "any"}, {"type": "tool", "name": "a"}])
def test_any_and_tool_force_a_call(choice: Any) -> None:
    assert forces_tool(Index(request(user("Hi"), tool_choice=choice)))


@pytest.mark.parametrize("choice", [{"type": "auto"}, {"type": "none"}, "any", None, {"type": ["any"]}])
def test_other_choices_force_none(choice: Any) -> None:
    assert not forces_tool(Index(request(user("Hi"), tool_choice=choice)))
