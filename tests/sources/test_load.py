import json
from pathlib import Path

import pytest

from sendable import UnreadableError, UsageError
from sendable.conversation import Conversation, Message, Text
from sendable.sources.load import FORMATS, format_of, load
from sendable.wire.build import assistant, request, tool_result, tool_use, user

CALL = {"id": "c", "type": "function", "function": {"name": "look", "arguments": "{}"}}
HISTORIES = {
    "openai-chat": [
        user("Hi"),
        {"role": "assistant", "content": None, "tool_calls": [CALL]},
        {"role": "tool", "tool_call_id": "c", "content": "42"},
    ],
    "anthropic": [user("Hi"), assistant(tool_use("t")), user(tool_result("t"))],
    "pydantic-ai": [{"kind": "request", "parts": [{"part_kind": "user-prompt", "content": "Hi"}]}],
    "langchain": [{"type": "human", "data": {"content": "Hi"}}],
    "mcp": [{"content": [{"type": "text", "text": "42"}]}],
    "ai-sdk": [{"role": "user", "parts": [{"type": "text", "text": "Hi"}]}],
    "otel": [{"role": "user", "parts": [{"type": "text", "content": "Hi"}]}],
    "openai-responses": [{"type": "function_call", "call_id": "c", "name": "look", "arguments": "{}"}],
    "flink-agents": [{"role": role, "content": "Hi", "extra_args": {}} for role in ("user", "assistant")],
}
MIXED = {("anthropic", "openai-chat"), ("anthropic", "flink-agents"), ("langchain", "anthropic")}


def test_a_conversation_comes_back_as_it_is() -> None:
    held = Conversation(messages=[Message(role="user", parts=[Text(text="Hi")])])
    assert load(held) is held


def test_every_format_is_a_module_with_both_functions() -> None:
    import importlib

    for name in FORMATS.values():
        module = importlib.import_module(name)
        assert callable(module.detect)
        assert callable(module.load)


def test_unknown_formats_are_refused_by_name() -> None:
    with pytest.raises(UsageError, match="claude-code"):
        load(request(user("Hi")), "gpt")


@pytest.mark.parametrize("data", [{"a": 1}, [1, 2], b"[]x", "plain text", 7, None, b"", b"\xff\xfe\x00"])
def test_what_no_format_knows_is_unreadable(data: object) -> None:
    with pytest.raises(UnreadableError):
        load(data)


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "request.json"
    path.write_text(json.dumps(request(user("Hi"))), encoding="utf-8")
    assert format_of(path) == "anthropic"
    assert load(path).messages[0].parts == [Text(text="Hi")]


def test_a_missing_file_is_unreadable(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="cannot read"):
        load(tmp_path / "nothing.json")


@pytest.mark.parametrize("form", [name for name in FORMATS if name != "sendable"])
@pytest.mark.parametrize("held", HISTORIES)
def test_a_history_of_another_format_is_not_read_as_the_named_one(held: str, form: str) -> None:
    data = HISTORIES[held]
    assert format_of(data) == held
    if form == held or (form, held) in MIXED:
        assert load(data, form).messages
        return
    with pytest.raises(UnreadableError):
        load(data, form)


@pytest.mark.parametrize("form", ["langchain", "ai-sdk", "openai-responses", "openai-chat", "anthropic"])
def test_messages_without_a_mark_are_read_as_the_named_format(form: str) -> None:
    said = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hi"}]
    assert [message.role for message in load(said, form).messages] == ["system", "user"]


@pytest.mark.parametrize("form", ["pydantic-ai", "otel", "mcp", "claude-code", "flink-agents", "sendable"])
def test_messages_that_the_named_format_has_no_form_for_are_unreadable(form: str) -> None:
    with pytest.raises(UnreadableError):
        load([{"role": "user", "content": "Hi"}], form)


def test_an_option_that_the_format_lacks_is_refused() -> None:
    with pytest.raises(UsageError, match="unknown option 'lime' of openai-chat: one of line"):
        load(HISTORIES["openai-chat"], lime=1)
    with pytest.raises(UsageError, match="unknown option 'line' of anthropic: it has none"):
        load(HISTORIES["anthropic"], "anthropic", line=1)
