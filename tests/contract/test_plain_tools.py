from typing import Any

import pytest

from sendable.contract.catalog import catalog
from sendable.contract.check import check
from sendable.contract.plain_tools import unusual_tools
from sendable.targets import PLATFORMS, Target
from sendable.wire.build import cached, request, tool, user
from sendable.wire.index import Index

RULES = list(catalog().values())
EXAMPLES = [example for rule in RULES for example in (rule.breaks, rule.spares)]
SCHEMA = {"type": "object", "properties": {"q": {"type": "string", "minLength": 1}}, "required": ["q"]}


def unusual(*tools: Any) -> bool:
    return unusual_tools(Index(request(user("Hi"), tools=list(tools))))


def test_no_question_hides_a_hit() -> None:
    asking = [rule for rule in RULES if rule.asks is not None]
    for example in EXAMPLES:
        index = Index(example.request)
        for platform in PLATFORMS:
            target = Target(platform, example.target.model, example.target.betas or ()).for_request(index.request)
            for rule in asking:
                hits = list(rule.judge(index, target))
                assert not hits or (rule.asks is not None and rule.asks(index)), rule.id


def test_client_tools_are_nothing_unusual() -> None:
    assert not unusual()
    assert not unusual(tool(), tool("fetch", SCHEMA), cached(tool("last", SCHEMA)))
    assert not unusual({**tool(), "type": "custom"}, {**tool("b"), "type": None})
    assert not unusual_tools(Index(request(user("Hi"))))


@pytest.mark.parametrize(
    "tools",
    [
        [tool(), tool()],
        [tool("a.b")],
        [tool(strict=True)],
        [tool(defer_loading=False)],
        [{"name": "search"}],
        [tool(schema=True)],
        [tool(schema={})],
        [tool(schema={"type": "object", "anyOf": []})],
        [tool(schema={"type": "object", "properties": {"$in": {}}})],
        [tool(schema={"type": "object", "required": True})],
        [{"type": "web_search_20250305", "name": "web_search"}],
        [tool(description="\ud800")],
        [3],
        ["search"],
    ],
)
def test_everything_else_is(tools: list[Any]) -> None:
    assert unusual(*tools)


@pytest.mark.parametrize("tools", [None, {}, 3, "x", {"name": "search"}])
def test_what_is_no_list_is_unusual(tools: object) -> None:
    assert unusual_tools(Index({"messages": [], "tools": tools}))


def test_same_text_gives_the_same_answer_whatever_was_asked_before() -> None:
    sound, broken = request(user("Hi"), tools=[tool()]), request(user("Hi"), tools=[tool(), tool()])
    found = [[finding.rule for finding in check(one)] for one in (sound, broken, sound, broken, broken, sound)]
    assert found == [[], ["tool-names-unique"], [], ["tool-names-unique"], ["tool-names-unique"], []]
