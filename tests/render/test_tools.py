from sendable.conversation import NativeTool, Tool
from sendable.render.tools import tool_definitions


def test_keys_of_a_definition_stand_in_a_fixed_order() -> None:
    tool = Tool(name="a", schema={"type": "object"}, description="d", extra={"strict": True})
    assert list(tool_definitions([tool])[0]) == ["name", "description", "input_schema", "strict"]


def test_a_tool_without_a_description_gets_none() -> None:
    assert tool_definitions([Tool(name="a")]) == [{"name": "a", "input_schema": {}}]


def test_native_tools_go_back_to_their_own_provider_only() -> None:
    own = NativeTool(provider="anthropic", definition={"type": "web_search_20250305", "name": "web_search"})
    other = NativeTool(provider="openai", definition={"type": "file_search"})
    assert tool_definitions([other, own]) == [own.definition]
