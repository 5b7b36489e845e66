from typing import Any

import pytest

from sendable.contract.tool_searches import misnamed
from sendable.wire.build import assistant, request, user
from sendable.wire.index import Index


def found(name: object, held: object) -> int:
    call = {"type": "server_tool_use", "id": "srvtoolu_1", "name": name, "input": held}
    return len(list(misnamed(Index(request(user("Hi"), assistant(call))))))


def test_key_of_the_other_search_is_misnamed() -> None:
    assert found("tool_search_tool_regex", {"query": "x", "limit": 3}) == 1
    assert found("tool_search_tool_bm25", {"pattern": "x"}) == 1


@pytest.mark.parametrize("held", [{"pattern": "x"}, {"pattern": "x", "query": "x"}, {}, None, "query", ["query"]])
def test_own_key_or_none_is_not(held: Any) -> None:
    assert found("tool_search_tool_regex", held) == 0


@pytest.mark.parametrize("name", ["web_search", None, ["tool_search_tool_regex"]])
def test_other_calls_are_not_judged(name: Any) -> None:
    assert found(name, {"query": "x"}) == 0
