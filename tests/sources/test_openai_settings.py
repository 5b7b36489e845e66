from typing import Any

import pytest

from sendable.conversation import Lost, NativeTool, Tool
from sendable.sources.openai_settings import settings_of, tools_of

TOOL = {"type": "function", "function": {"name": "a"}}


@pytest.mark.parametrize(
    ("body", "settings"),
    [
        ({"max_tokens": 1}, {"max_tokens": 1}),
        ({"max_completion_tokens": 2, "max_tokens": 1}, {"max_tokens": 2}),
        ({"temperature": 0, "top_p": 0.5, "stream": False}, {"temperature": 0, "top_p": 0.5, "stream": False}),
        ({"stop": ["a", "b"]}, {"stop_sequences": ["a", "b"]}),
        ({"stop": None, "temperature": None}, {}),
        ({"model": "claude-opus-4-8"}, {"model": "claude-opus-4-8"}),
        ({"tools": [TOOL], "tool_choice": "required"}, {"tool_choice": {"type": "any"}}),
        ({"tools": [TOOL], "tool_choice": "none", "parallel_tool_calls": False}, {"tool_choice": {"type": "none"}}),
        (
            {"tools": [TOOL], "parallel_tool_calls": False},
            {"tool_choice": {"type": "auto", "disable_parallel_tool_use": True}},
        ),
        ({"parallel_tool_calls": True}, {}),
        (
            {"tools": [TOOL], "tool_choice": {"type": "function", "function": {"name": "a"}}},
            {"tool_choice": {"type": "tool", "name": "a"}},
        ),
    ],
)
def test_setting_goes_by_its_other_name(body: Any, settings: Any) -> None:
    lost: list[Lost] = []
    assert settings_of(body, lost) == settings
    assert lost == []


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"model": "gpt-5"}, "model"),
        ({"seed": 7}, "seed"),
        ({"response_format": {"type": "json_object"}}, "response_format"),
        ({"tool_choice": "auto"}, "tool_choice"),
        ({"tools": [TOOL], "tool_choice": {"type": "web_search"}}, "tool_choice"),
        ({"stop": 7}, "stop"),
    ],
)
def test_setting_without_a_counterpart_is_told(body: Any, path: str) -> None:
    lost: list[Lost] = []
    assert settings_of(body, lost) == {}
    assert [one.path for one in lost] == [path]


@pytest.mark.parametrize(
    ("body", "tools"),
    [
        ({}, None),
        ({"tools": None}, None),
        ({"tools": [TOOL]}, [Tool(name="a", schema={"type": "object"})]),
        (
            {"functions": [{"name": "a", "description": "d", "parameters": {"type": "object", "properties": {}}}]},
            [Tool(name="a", description="d", schema={"type": "object", "properties": {}})],
        ),
        (
            {"tools": [{"type": "function", "name": "a", "parameters": {}, "strict": True}]},
            [Tool(name="a", schema={"type": "object"}, extra={"strict": True})],
        ),
        (
            {"tools": [{**TOOL, "cache_control": {"type": "ephemeral"}}]},
            [Tool(name="a", schema={"type": "object"}, extra={"cache_control": {"type": "ephemeral"}})],
        ),
        (
            {"tools": [{"type": "custom", "custom": {"name": "sql"}}]},
            [
                Tool(
                    name="sql",
                    schema={"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]},
                )
            ],
        ),
    ],
)
def test_tool_is_declared(body: Any, tools: Any) -> None:
    lost: list[Lost] = []
    assert tools_of(body, lost) == tools
    assert lost == []


def test_tool_that_cannot_be_declared_is_told() -> None:
    lost: list[Lost] = []
    hosted = {"type": "web_search"}
    grammar = {"type": "custom", "name": "sql", "format": {"type": "grammar", "definition": "x", "syntax": "lark"}}
    made = tools_of({"tools": [7, {"type": "function", "function": {}}, hosted, grammar]}, lost)
    assert made is not None
    assert [type(tool) for tool in made] == [NativeTool, Tool]
    assert [one.path for one in lost] == ["tools.0", "tools.1", "tools.2", "tools.3.format"]
