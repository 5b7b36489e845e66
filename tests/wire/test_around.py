from typing import Any

from sendable.wire.around import once_around, take_around
from sendable.wire.build import request, text, user
from sendable.wire.index import Index


def count_of_tools(request: Any) -> int:
    return len(request.get("tools", ()))


def test_what_is_found_is_kept() -> None:
    index = Index(request(user("a"), tools=[{"name": "a"}]))
    assert once_around(index, count_of_tools) == 1
    index.request["tools"].append({"name": "b"})
    assert once_around(index, count_of_tools) == 1


def test_it_is_taken_over_where_system_and_tools_are_the_very_same() -> None:
    tools, system = [{"name": "a"}], [text("s")]
    former = Index(request(user("a"), tools=tools, system=system))
    same, other = (Index(request(user("b"), tools=tools, system=held)) for held in (system, [text("s")]))
    for index in (same, other):
        take_around(index, former)
    once_around(former, count_of_tools)
    tools.append({"name": "b"})
    assert (once_around(same, count_of_tools), once_around(other, count_of_tools)) == (1, 2)
