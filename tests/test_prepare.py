from typing import Any

import msgspec
import pytest

from sendable import Ledger, Style, Target, UsageError, repair
from sendable.conversation import Conversation, Lost, Message, Text, Thinking, ToolCall, ToolResult
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


def test_what_loading_and_rendering_lost_is_told() -> None:
    chat = {"model": "gpt-4o", "seed": 7, "messages": [{"role": "system", "content": "Hi"}, user("Hello")]}
    done = prepare(chat, TARGET)
    assert done.accepted
    assert [one.path for one in done.lost] == ["model", "seed"]
    thought = Message(role="assistant", parts=[Thinking(text="Hm", provider="openai"), Text(text="Yes")])
    held = Conversation(messages=[*INTERRUPTED.messages[:1], thought, INTERRUPTED.messages[2]])
    assert prepare(held, TARGET).lost == [
        Lost("messages.1.parts.0", "thinking that the provider cannot take back: left out")
    ]
    assert [one.what[-12:] for one in prepare(held, TARGET, style=Style(thinking="text")).lost] == ["told as text"]
    assert prepare(INTERRUPTED, TARGET).lost == []
    assert repair(request(user("Hi"))).lost == []


def test_options_of_the_format_are_handed_on() -> None:
    chats = b"\n".join(msgspec.json.encode([{"role": "system", "content": "Hi"}, user(said)]) for said in ("a", "b"))
    done = prepare(chats, TARGET, source_options={"line": 2})
    assert done.request["messages"] == [user("b")]
    with pytest.raises(UsageError, match="choose one with the option `line`"):
        prepare(chats, TARGET)
    with pytest.raises(UsageError, match="unknown option 'lime' of openai-chat: one of line"):
        prepare(chats, TARGET, source_options={"lime": 2})
    with pytest.raises(UsageError, match="unknown option 'line' of anthropic: it has none"):
        prepare([user("Hi")], TARGET, source_options={"line": 2})
    with pytest.raises(UsageError, match="loaded already"):
        prepare(INTERRUPTED, TARGET, source_options={"line": 2})


@pytest.mark.parametrize("form", ["openai-chat", "anthropic"])
def test_tuples_are_as_good_as_lists(form: str) -> None:
    held = {"max_tokens": 9, "messages": ({"role": "user", "content": ({"type": "text", "text": "hello"},)},)}
    done = prepare(held, TARGET, form=form)
    assert done.request["messages"] == [{"role": "user", "content": [{"type": "text", "text": "hello"}]}]
    assert done.accepted
    assert prepare((user("hello"),), TARGET).request["messages"] == [user("hello")]
    body = {**held, "system": ({"type": "text", "text": "Be brief."},), "tools": ({"name": "a", "input_schema": {}},)}
    made = prepare(body, TARGET, form="anthropic").request
    assert made["system"] == [{"type": "text", "text": "Be brief."}]
    assert [tool["name"] for tool in made["tools"]] == ["a"]
    result = {"type": "tool_result", "tool_use_id": "t", "content": ({"type": "text", "text": "42"},)}
    told = prepare([user("Hi"), assistant(tool_use("t")), user(result)], TARGET).request["messages"][-1]
    assert told["content"][0]["content"] == [{"type": "text", "text": "42"}]


def grown(turns: int, first: list[Message]) -> Conversation:
    """A conversation of an application that keeps its messages."""
    later = [
        Message(role=role, parts=[Text(text=f"{role} {at}")]) for at in range(turns) for role in ("user", "assistant")
    ]
    return Conversation(messages=[*first, *later, Message(role="user", parts=[Text(text="Go on.")])])


@pytest.mark.parametrize("first", [[], INTERRUPTED.messages], ids=["clean", "repaired"])
@pytest.mark.parametrize("target", [TARGET, Target(model="claude-opus-5-5")], ids=["unbound", "bound"])
def test_a_request_that_its_reader_changed_changes_no_later_one(first: list[Message], target: Target) -> None:
    kept = Ledger()
    bare: Any = None
    state: Any = None
    for turns in (20, 21, 22, 40):
        conversation = grown(turns, first)
        expected = prepare(conversation, target, state=bare)
        found = prepare(conversation, target, state=state, ledger=kept)
        assert found.request == expected.request
        assert (found.changes, found.remaining, found.cost) == (expected.changes, expected.remaining, expected.cost)
        assert found.state == expected.state
        bare, state = expected.state, found.state
        kept.record(found.request, {"role": "assistant", "content": "user"}, target)
        for message in found.request["messages"][::7]:
            message["content"] = "changed by its reader"
        found.request["messages"].insert(0, {"role": "user", "content": "put in front"})


def test_the_requests_of_a_conversation_share_their_messages() -> None:
    ledger = Ledger()
    one = prepare(grown(3, []), TARGET, ledger=ledger).request["messages"]
    other = prepare(grown(4, []), TARGET, ledger=ledger).request["messages"]
    assert [a is b for a, b in zip(one, other, strict=False)] == [True] * 6 + [False]
