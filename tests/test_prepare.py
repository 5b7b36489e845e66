import pytest

from sendable import Target, UsageError
from sendable.conversation import Conversation, Message, Text, ToolCall, ToolResult
from sendable.prepare import prepare
from sendable.wire.build import assistant, request, tool_use, user

TARGET = Target(model="claude-sonnet-4-5")
INTERRUPTED = Conversation(
    messages=[
        Message(role="user", parts=[Text(text="Look it up.")], bare=True),
        Message(role="assistant", parts=[ToolCall(id="a", name="search")]),
        Message(role="user", parts=[Text(text="And?")], bare=True),
    ]
)


def test_a_conversation_becomes_a_request_that_is_accepted() -> None:
    done = prepare(INTERRUPTED, TARGET)
    assert done.accepted
    assert done.request["model"] == "claude-sonnet-4-5"
    assert done.request["max_tokens"] == 4096
    assert [change.by for change in done.changes] == ["answer_missing_results"]


def test_fields_and_options_reach_rendering_and_repair() -> None:
    done = prepare(INTERRUPTED, TARGET, fields={"max_tokens": 9, "temperature": 0.5}, invent=False)
    assert done.request["max_tokens"] == 9
    assert [finding.rule for finding in done.remaining] == ["tool-use-without-result"]


def test_a_request_goes_through_unchanged() -> None:
    held = request(user("Hi"), assistant("Hello."), user("And?"))
    assert prepare(held).request == held
    assert prepare(held).changes == []


def test_stored_bytes_are_taken() -> None:
    assert prepare(b'{"messages": [{"role": "user", "content": "Hi"}]}', TARGET).accepted


def test_the_form_can_be_named() -> None:
    chat = [{"role": "user", "content": "Hi"}]
    assert prepare(chat, TARGET, form="openai-chat").accepted
    with pytest.raises(UsageError, match="unknown format"):
        prepare(chat, TARGET, form="nothing")


def test_a_result_that_came_is_not_answered() -> None:
    result = Message(role="tool", parts=[ToolResult(call_id="a", parts=[Text(text="42")], bare=True)])
    whole = Conversation(messages=[*INTERRUPTED.messages[:2], result, INTERRUPTED.messages[2]])
    assert prepare(whole, TARGET).changes == []


def test_a_pending_call_at_the_end_is_answered() -> None:
    done = prepare(request(user("Hi"), assistant(tool_use())), TARGET)
    assert done.request["messages"][-1]["role"] == "user"
