from typing import Any

from sendable.wire.around import once_around
from sendable.wire.build import request, user
from sendable.wire.index import Index


def count_of_tools(request: Any) -> int:
    return len(request.get("tools", ()))


def test_what_is_found_is_kept() -> None:
    index = Index(request(user("a"), tools=[{"name": "a"}]))
    assert once_around(index, count_of_tools) == 1
    index.request["tools"].append({"name": "b"})
    assert once_around(index, count_of_tools) == 1
