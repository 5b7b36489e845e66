import json
from typing import Any

import pytest

from sendable.conversation import (
    Base64,
    CachePoint,
    Conversation,
    Image,
    Lost,
    Message,
    NativeCall,
    NativeResult,
    Part,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Url,
)
from sendable.errors import UnsupportedContentBlockError
from sendable.render import render
from sendable.sources.langchain_messages import Reader, is_live, kind_of

lc = pytest.importorskip("langchain_core.messages", reason="needs langchain-core")

MARK = {"cache_control": {"type": "ephemeral"}}


def read(*held: Any) -> tuple[list[Message | None], list[Lost]]:
    """What live messages become; what the library dumps of them must become the same."""
    lost: list[Lost] = []
    live = [Reader(lost).message(one, 0) for one in held] if len(held) == 1 else _in_order(list(held), lost)
    dumped: list[Lost] = []
    assert live == _in_order(json.loads(json.dumps(lc.messages_to_dict(list(held)))), dumped)
    assert lost == dumped
    return live, lost


def _in_order(held: list[Any], lost: list[Lost]) -> list[Message | None]:
    reader = Reader(lost)
    return [reader.message(one, at) for at, one in enumerate(held)]


def assistant(*parts: Any, bare: bool = False) -> Message:
    return Message(role="assistant", parts=list(parts), bare=bare)


def test_roles_are_kept() -> None:
    held = [lc.SystemMessage("s"), lc.HumanMessage("u"), lc.AIMessage("a"), lc.ToolMessage("t", tool_call_id="1")]
    messages, lost = read(*held)
    assert [message and message.role for message in messages] == ["system", "user", "assistant", "tool"]
    assert lost == []


@pytest.mark.parametrize(("role", "expected"), [("user", "user"), ("assistant", "assistant"), ("developer", "system")])
def test_a_chat_message_names_its_role(role: str, expected: str) -> None:
    messages, lost = read(lc.ChatMessage(role=role, content="x"))
    assert messages == [Message(role=expected, parts=[Text(text="x")], bare=True)]  # type: ignore[arg-type]
    assert lost == []


def test_an_unknown_role_is_told_as_the_users() -> None:
    messages, lost = read(lc.ChatMessage(role="narrator", content="x"))
    assert messages == [Message(role="user", parts=[Text(text="x")], bare=True)]
    assert lost == [Lost("0.role", "a role that is unknown; told as the user's")]


def test_names_and_orders_are_lost() -> None:
    messages, lost = read(lc.HumanMessage("x", name="Ann"), lc.RemoveMessage(id="1"))
    assert messages[1] is None
    assert [entry.path for entry in lost] == ["0.name", "1"]


def test_calls_of_an_empty_content_stand_alone() -> None:
    messages, _ = read(lc.AIMessage("", tool_calls=[{"name": "a", "args": {"x": 1}, "id": "1"}]))
    assert messages == [assistant(ToolCall(id="1", name="a", arguments={"x": 1}))]


def test_calls_follow_a_text() -> None:
    broken = {"name": "b", "args": '{"x": ', "id": "2", "error": "e"}
    asked = lc.AIMessage("Let me see.", tool_calls=[{"name": "a", "args": {}, "id": "1"}], invalid_tool_calls=[broken])
    calls = [ToolCall(id="1", name="a"), ToolCall(id="2", name="b", arguments='{"x": ')]
    assert read(asked)[0] == [assistant(Text(text="Let me see."), *calls)]


def test_chunks_that_were_added_up_are_messages() -> None:
    pieces = [
        lc.AIMessageChunk(
            [{"type": "text", "text": "Let", "index": 0}], response_metadata={"model_provider": "anthropic"}
        ),
        lc.AIMessageChunk([{"type": "text", "text": " me", "index": 0}]),
        lc.AIMessageChunk(
            [{"type": "tool_use", "id": "1", "name": "a", "input": {}, "index": 1}],
            tool_call_chunks=[{"name": "a", "args": "", "id": "1", "index": 1}],
        ),
        lc.AIMessageChunk(
            [{"type": "input_json_delta", "partial_json": '{"x": 1}', "index": 1}],
            tool_call_chunks=[{"name": None, "args": '{"x": 1}', "id": None, "index": 1}],
        ),
    ]
    whole = pieces[0] + pieces[1] + pieces[2] + pieces[3]
    assert read(whole) == ([assistant(Text(text="Let me"), ToolCall(id="1", name="a", arguments={"x": 1}))], [])


def test_results_are_tool_messages() -> None:
    held = lc.ToolMessage("x", tool_call_id="1", status="error", name="a", artifact={"rows": 3})
    messages, lost = read(held)
    result = ToolResult(call_id="1", parts=[Text(text="x")], bare=True, is_error=True, name="a")
    assert messages == [Message(role="tool", parts=[result])]
    assert lost == [Lost("0.artifact", "an artifact of a tool, which no model sees")]


def test_a_mark_in_a_result_goes_behind_it() -> None:
    picture = {"type": "image", "base64": "eA==", "mime_type": "image/png"}
    held = lc.ToolMessage([{"type": "text", "text": "x", **MARK}, picture], tool_call_id="1")
    parts: list[Part] = [Text(text="x"), Image(source=Base64(data="eA==", media_type="image/png"))]
    result = ToolResult(call_id="1", parts=parts, is_error=False)
    assert read(held)[0] == [Message(role="tool", parts=[result, CachePoint()])]


def test_an_empty_result_is_empty() -> None:
    result = ToolResult(call_id="1", parts=[], bare=True, is_error=False)
    assert read(lc.ToolMessage("", tool_call_id="1"))[0] == [Message(role="tool", parts=[result])]


def test_results_of_a_search_for_tools_are_results_themselves() -> None:
    inner = {"type": "tool_result", "tool_use_id": "2", "content": "x"}
    result = ToolResult(call_id="2", parts=[Text(text="x")], bare=True)
    assert read(lc.ToolMessage([inner], tool_call_id="1"))[0] == [Message(role="tool", parts=[result])]


def test_functions_answer_by_name() -> None:
    asked = lc.AIMessage("", additional_kwargs={"function_call": {"name": "a", "arguments": "{}"}})
    messages, _ = read(asked, lc.FunctionMessage(name="a", content="x"))
    result = ToolResult(call_id="call_0_0", parts=[Text(text="x")], bare=True, name="a")
    assert messages == [assistant(ToolCall(id="call_0_0", name="a")), Message(role="tool", parts=[result])]


def test_calls_of_older_releases_are_read() -> None:
    function = {"id": "1", "type": "function", "function": {"name": "a", "arguments": '{"x": '}}
    held = {"type": "ai", "data": {"content": "", "additional_kwargs": {"tool_calls": [function, 3]}}}
    assert Reader([]).message(held, 0) == assistant(ToolCall(id="1", name="a", arguments='{"x": '))


REASONING: list[tuple[dict[str, Any], Thinking]] = [
    ({"reasoning_content": "Hm."}, Thinking(text="Hm.", provider="deepseek")),
    ({"reasoning": {"summary": [{"type": "summary_text", "text": "Hm."}]}}, Thinking(text="Hm.", provider="deepseek")),
    ({"thinking": {"text": "Hm.", "signature": "s"}}, Thinking(text="Hm.", signature="s", provider="deepseek")),
]


@pytest.mark.parametrize(("beside", "part"), REASONING)
def test_reasoning_beside_the_content_is_thinking(beside: dict[str, Any], part: Thinking) -> None:
    held = lc.AIMessage("x", additional_kwargs=beside, response_metadata={"model_provider": "deepseek"})
    assert read(held)[0] == [assistant(part, Text(text="x"))]


def test_what_stands_beside_an_empty_content_is_said() -> None:
    refused = lc.AIMessage("", additional_kwargs={"refusal": "No."})
    spoken = lc.AIMessage("", additional_kwargs={"audio": {"transcript": "Hi", "data": "eA=="}})
    messages, lost = read(refused, spoken)
    assert [message and message.parts[0] for message in messages] == [Text(text="No."), Text(text="Hi")]
    assert lost == [Lost("1.additional_kwargs.audio", "the sound of an answer")]


def test_media_in_a_system_message_are_kept_for_the_rendering_to_refuse() -> None:
    picture = {"type": "image", "url": "https://a.example/x.png"}
    messages, lost = read(lc.SystemMessage([{"type": "text", "text": "s", **MARK}, picture]))
    image = Image(source=Url(url="https://a.example/x.png"))
    assert messages == [Message(role="system", parts=[Text(text="s"), CachePoint(), image])]
    assert lost == []
    with pytest.raises(UnsupportedContentBlockError, match="not system messages"):
        render(Conversation(messages=[one for one in messages if one is not None]))


def test_a_system_message_hears_no_thinking() -> None:
    messages, lost = read(lc.SystemMessage([{"type": "text", "text": "s"}, {"type": "thinking", "thinking": "hm"}]))
    assert messages == [Message(role="system", parts=[Text(text="s")])]
    assert lost == [Lost("0.content", "what a system message holds beside text")]


def test_messages_of_own_classes_are_live() -> None:
    class Noted(lc.HumanMessage):  # type: ignore[misc,name-defined]
        note: str = ""

    assert is_live(Noted("x", note="y"))
    assert Reader([]).message(Noted("x"), 0) == Message(role="user", parts=[Text(text="x")], bare=True)
    assert not is_live({"type": "human"})


def test_dumps_of_the_javascript_library_are_named_by_their_class() -> None:
    path = ["langchain_core", "messages", "HumanMessageChunk"]
    held = {"lc": 1, "type": "constructor", "id": path, "kwargs": {"content": "x", "additional_kwargs": {}}}
    assert Reader([]).message(held, 0) == Message(role="user", parts=[Text(text="x")], bare=True)


@pytest.mark.parametrize(
    "held", [3, None, {}, [], ["a", "b", "c"], {"lc": 1}, {"lc": 1, "kwargs": {}}, {"type": "new"}]
)
def test_what_is_no_message_is_told(held: object) -> None:
    lost: list[Lost] = []
    assert Reader(lost).message(held, 0) is None
    assert lost == [Lost("0", "an entry that is no message")]


def test_kinds_have_one_name() -> None:
    names = ["HumanMessage", "human", "user", "HumanMessageChunk", "AIMessageChunk", "assistant", "x", None]
    assert [kind_of(name) for name in names] == ["human", "human", "human", "human", "ai", "ai", "x", None]


def test_what_ran_beside_the_content_is_told() -> None:
    ran = {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"query": "x"}}
    messages, lost = read(lc.AIMessage("Found.", additional_kwargs={"tool_outputs": [ran]}))
    call = NativeCall(provider="openai", id="ws_1", tool="web_search", arguments={"query": "x"})
    result = NativeResult(provider="openai", call_id="ws_1", tool="web_search", content={"status": "completed"})
    assert messages == [assistant(call, result, Text(text="Found."))]
    assert lost == []
