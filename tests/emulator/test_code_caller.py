from typing import Any

import pytest

from sendable.emulator.code_caller import code_caller
from sendable.wire.build import tool
from tests.emulator.calling import body_of, emulator, post

OLD, NEW = "code_execution_20250825", "code_execution_20260120"


def code(kind: str) -> Any:
    return {"type": kind, "name": "code_execution"}


@pytest.mark.parametrize(
    ("tools", "caller"),
    [
        ([tool(allowed_callers=[OLD]), code(OLD)], OLD),
        ([tool(allowed_callers=["direct", NEW]), code(NEW)], NEW),
        ([tool(allowed_callers=[NEW]), code(OLD)], NEW),
        ([tool(), code(OLD)], OLD),
        ([tool(), code("code_execution_20260521")], NEW),
        ([tool("other", allowed_callers=[OLD]), tool()], NEW),
        ([tool(allowed_callers=5)], NEW),
        ([], NEW),
    ],
)
def test_the_caller_is_the_one_that_the_request_names(tools: Any, caller: str) -> None:
    assert code_caller(tools, "search") == caller


def test_an_answer_in_which_code_calls_can_be_sent_back() -> None:
    to = emulator([{"programmatic": {"calls": ["search"]}}])
    tools = [tool(allowed_callers=[OLD]), code(OLD)]
    body = {
        "model": "claude-opus-4-8",
        "max_tokens": 500,
        "tools": tools,
        "messages": [{"role": "user", "content": "Hi"}],
    }
    answer = body_of(post(to, body))
    assert answer["content"][1]["caller"]["type"] == OLD
