from typing import Any

from sendable.conversation import Lost, Message, NativeCall, NativeResult, Text, ToolCall, ToolResult
from sendable.prepare import prepare
from sendable.sources.load import load
from sendable.sources.openai_items import item_messages
from sendable.targets import Target


def read(*items: Any) -> tuple[list[Message], list[str]]:
    lost: list[Lost] = []
    return item_messages(list(items), lost), [one.path for one in lost]


def call(call_id: str, **fields: Any) -> dict[str, Any]:
    return {"type": "function_call", "call_id": call_id, "name": "a", "arguments": "{}", **fields}


def output(call_id: str) -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": call_id, "output": "x"}


def said(role: str, text: str) -> dict[str, Any]:
    return {"role": role, "content": text}


def test_items_of_one_answer_are_one_message() -> None:
    messages, lost = read(said("assistant", "Let me see."), call("1"), call("2"), output("1"), output("2"), call("3"))
    assert [message.role for message in messages] == ["assistant", "tool", "tool", "assistant"]
    assert messages[0].parts == [Text(text="Let me see."), ToolCall(id="1", name="a"), ToolCall(id="2", name="a")]
    assert messages[1].parts == [ToolResult(call_id="1", parts=[Text(text="x")], bare=True)]
    assert lost == []


def test_what_users_say_is_never_merged() -> None:
    messages, _ = read(said("user", "a"), said("user", "b"), said("developer", "c"))
    assert [(message.role, message.bare) for message in messages] == [("user", True), ("user", True), ("system", True)]


def test_output_of_a_hosted_tool_is_told_by_the_user() -> None:
    shell = {"type": "local_shell_call", "id": "i", "call_id": "x", "action": {"command": ["ls"]}}
    items = [said("user", "List"), shell, {"type": "local_shell_call_output", "id": "x", "output": "a.txt"}]
    messages, _ = read(*items)
    assert [message.role for message in messages] == ["user", "assistant", "user"]
    assert isinstance(messages[1].parts[0], NativeCall)
    assert isinstance(messages[2].parts[0], NativeResult)
    done = prepare(load(items), Target(model="claude-sonnet-4-5"))
    assert done.request["messages"][2]["role"] == "user"
    assert "a.txt" in done.request["messages"][2]["content"][0]["text"]
    assert done.changes == []


def test_custom_call_takes_its_text_as_input() -> None:
    messages, _ = read(
        {"type": "custom_tool_call", "call_id": "1", "name": "sql", "input": "SELECT 1"},
        {"type": "custom_tool_call_output", "call_id": "1", "output": [{"type": "input_text", "text": "1"}]},
    )
    assert messages[0].parts == [ToolCall(id="1", name="sql", arguments={"input": "SELECT 1"})]
    assert messages[1].parts == [ToolResult(call_id="1", parts=[Text(text="1")])]


def test_what_has_no_part_is_told() -> None:
    messages, lost = read(
        {"type": "compaction", "encrypted_content": "x"},
        {"type": "item_reference", "id": "x"},
        {"type": "mcp_list_tools", "tools": []},
        {"type": "hologram"},
        7,
        {"type": "function_call", "call_id": "1"},
        call("2", namespace="n"),
        {"role": "wizard", "content": "x"},
    )
    assert [message.role for message in messages] == ["assistant", "user"]
    assert lost == [*(f"items.{at}" for at in range(6)), "items.6.namespace", "items.7.role"]


def test_missing_ids_are_made_of_places() -> None:
    messages, _ = read(call("", id=None), {"type": "function_call_output", "output": ""})
    assert messages[0].parts == [ToolCall(id="call_0_0", name="a")]
    assert messages[1].parts == [ToolResult(call_id="call_0_0", parts=[], bare=True)]
