from typing import Any

from sendable import repair
from sendable.wire.build import cached, request, tool, user

HOUR = {"type": "ephemeral", "ttl": "1h"}


def repaired_tools(*tools: dict[str, Any]) -> list[Any]:
    return [tool.get("cache_control") for tool in repair(request(user("Hi"), tools=list(tools))).request["tools"]]


def test_mark_skips_deferred_tools_on_its_way_back() -> None:
    deferred = tool("b", defer_loading=True)
    assert repaired_tools(tool("a"), deferred, cached(tool("c", defer_loading=True), "1h")) == [HOUR, None, None]


def test_longest_of_several_marks_stays() -> None:
    tools = (cached(tool("b", defer_loading=True)), cached(tool("c", defer_loading=True), "1h"))
    assert repaired_tools(tool("a"), *tools) == [HOUR, None, None]


def test_mark_of_a_repetition_goes_to_the_tool_before_it() -> None:
    assert repaired_tools(tool("a"), tool("b"), cached(tool("a"), "1h")) == [None, HOUR]


def test_mark_without_a_tool_before_it_goes() -> None:
    assert repaired_tools(cached(tool("b", defer_loading=True)), tool("a")) == [None, None]
