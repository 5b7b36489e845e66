from typing import Any

import msgspec
import pytest

from sendable.wire.build import assistant, request, tool, tool_result, tool_use, user
from tests.emulator.calling import body_of, emulator, post

MODEL = "claude-opus-4-8"
RUN = {"type": "bash_20250124", "name": "bash"}


def answered(*messages: Any, **fields: Any) -> Any:
    answer = post(emulator(), request(*(messages or [user("Hi")]), **{"model": MODEL, **fields}))
    assert answer.status == 200, answer.body
    return body_of(answer)["content"]


def called(**fields: Any) -> list[str]:
    return [block["name"] for block in answered(**fields) if block["type"] == "tool_use"]


def test_the_first_tool_that_may_be_called_is() -> None:
    tools = [
        {"type": "web_search_20250305", "name": "web_search"},
        tool("later", defer_loading=True),
        tool("coded", allowed_callers=["code_execution_20260120"]),
        tool("plain"),
        tool("other"),
    ]
    assert called(tools=tools) == ["plain"]
    assert called(tools=[RUN, *tools]) == ["bash"]
    assert called(tools=tools[:1]) == []


@pytest.mark.parametrize(
    ("choice", "names"),
    [
        ({"type": "none"}, []),
        ({"type": "auto"}, ["search"]),
        ({"type": "any"}, ["search"]),
        ({"type": "tool", "name": "plot"}, ["plot"]),
    ],
)
def test_a_choice_is_followed(choice: Any, names: list[str]) -> None:
    assert called(tools=[tool(), tool("plot")], tool_choice=choice) == names


def test_a_tool_is_called_once_for_what_the_user_says() -> None:
    exchange = [user("Hi"), assistant(tool_use()), user(tool_result())]
    assert [block["type"] for block in answered(*exchange, tools=[tool()])] == ["text"]
    later = [*exchange, assistant("Done."), user("And then?")]
    assert [block["type"] for block in answered(*later, tools=[tool()])] == ["tool_use"]


def test_an_answer_in_a_schema_fits_it() -> None:
    schema = {
        "type": "object",
        "properties": {"n": {"type": "integer"}},
        "required": ["n"],
        "additionalProperties": False,
    }
    [block] = answered(output_config={"format": {"type": "json_schema", "schema": schema}})
    assert msgspec.json.decode(block["text"]) == {"n": 1}


@pytest.mark.parametrize(
    ("model", "thinking", "kinds"),
    [
        (MODEL, None, ["text"]),
        (MODEL, {"type": "adaptive"}, ["thinking", "text"]),
        (MODEL, {"type": "disabled"}, ["text"]),
        ("claude-opus-5-5", None, ["thinking", "text"]),
        ("claude-sonnet-4-5", {"type": "enabled", "budget_tokens": 1024}, ["thinking", "text"]),
    ],
)
def test_the_model_thinks_where_it_would(model: str, thinking: Any, kinds: list[str]) -> None:
    told = answered(model=model, thinking=thinking, max_tokens=2048)
    assert [block["type"] for block in told] == kinds


def test_a_scripted_call_in_manual_mode_has_thinking_in_front() -> None:
    to = emulator([{"call": "search"}])
    body = request(user("Hi"), tools=[tool()], max_tokens=2048, thinking={"type": "enabled", "budget_tokens": 1024})
    content = body_of(post(to, body))["content"]
    assert [block["type"] for block in content] == ["thinking", "tool_use"]
    body["messages"] += [{"role": "assistant", "content": content}, user(tool_result(content[1]["id"]))]
    assert post(to, body).status == 200
