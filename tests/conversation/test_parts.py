import msgspec
import pytest

from sendable.conversation import Conversation, Image, Message, Part, Raw, Text, ToolCall, ToolResult, dumps, loads
from sendable.conversation import parts as all_parts


def test_every_part_names_its_kind_first() -> None:
    kinds = [kind.__struct_config__.tag for kind in all_parts.Part.__args__]
    assert len(set(kinds)) == len(kinds)
    assert msgspec.json.encode(Text(text="a")) == b'{"part":"text","text":"a"}'


def test_defaults_are_not_written() -> None:
    assert msgspec.json.encode(ToolCall(id="a", name="b")) == b'{"part":"tool_call","id":"a","name":"b"}'
    assert msgspec.json.encode(ToolResult(call_id="a")) == b'{"part":"tool_result","call_id":"a"}'


def test_bytes_are_base64_in_json() -> None:
    part = Image(source=Raw(data=b"\xff\xfe", media_type="image/png"))
    assert b'"data":"//4="' in msgspec.json.encode(part)
    held = Conversation(messages=[Message(role="user", parts=[part])])
    assert loads(dumps(held)) == held


def test_parts_do_not_change() -> None:
    with pytest.raises(AttributeError):
        Text(text="a").text = "b"  # type: ignore[misc]


def test_parts_compare_by_value_and_share_no_fields() -> None:
    first: Part = Text(text="a")
    second = Text(text="a")
    assert first == second
    assert isinstance(first, Text)
    first.extra["x"] = 1
    assert second.extra == {}


def test_results_of_nothing_and_of_nothing_stored_differ() -> None:
    assert ToolResult(call_id="a", parts=[]) != ToolResult(call_id="a")
