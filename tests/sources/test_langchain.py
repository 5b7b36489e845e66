import contextlib
import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable import SendableError, Target, UnreadableError, check
from sendable.conversation import Message, Text, ToolCall, dumps, loads
from sendable.prepare import prepare
from sendable.sources import langchain
from sendable.sources.load import format_of, load
from sendable.sources.stored import stored
from tests.sources.damage import damaged

lc = pytest.importorskip("langchain_core.messages", reason="needs langchain-core")
dumping = pytest.importorskip("langchain_core.load", reason="needs langchain-core")
models = pytest.importorskip("langchain_anthropic", reason="needs langchain-anthropic")
beta = pytest.importorskip("anthropic.types.beta", reason="needs anthropic")

TARGET = Target(model="claude-sonnet-4-5")
PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)  # fmt: skip
BLOCKS: list[dict[str, Any]] = [
    {"type": "thinking", "thinking": "Hm.", "signature": "EqQBCgIYAhIM"},
    {"type": "redacted_thinking", "data": "EqQBCgIYAhIM"},
    {"type": "text", "text": "I look it up."},
    {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "weather"}},
    {
        "type": "web_search_tool_result",
        "tool_use_id": "srvtoolu_1",
        "content": [
            {
                "type": "web_search_result",
                "url": "https://a.example",
                "title": "A",
                "encrypted_content": "Eu8",
                "page_age": None,
            }
        ],
    },
    {
        "type": "text",
        "text": "Sunny.",
        "citations": [
            {
                "type": "web_search_result_location",
                "url": "https://a.example",
                "title": "A",
                "cited_text": "Sunny",
                "encrypted_index": "Eo8",
            }
        ],
    },
    {"type": "tool_use", "id": "toolu_1", "name": "weather", "input": {"city": "Rome"}},
]
TOOLS = [{"type": "web_search_20250305", "name": "web_search"}]


def answer(blocks: list[dict[str, Any]], version: str = "v0") -> Any:
    """The message that the library makes of a response with these blocks."""
    body = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-sonnet-4-5", "stop_sequence": None}
    usage = {"input_tokens": 1, "output_tokens": 1}
    response = beta.BetaMessage.model_validate({**body, "stop_reason": "tool_use", "usage": usage, "content": blocks})
    message = models.ChatAnthropic(model="claude-sonnet-4-5", api_key="unused")._format_output(response)
    made = message.generations[0].message
    if version == "v1":
        metadata = {**made.response_metadata, "output_version": "v1"}
        made = made.model_copy(update={"content": made.content_blocks, "response_metadata": metadata})
    return made


def run(version: str = "v0") -> list[Any]:
    """A run with all kinds of messages."""
    picture = {"type": "image", "base64": PNG, "mime_type": "image/png"}
    return [
        lc.SystemMessage("Be kind."),
        lc.HumanMessage([{"type": "text", "text": "Weather?", "cache_control": {"type": "ephemeral"}}, picture]),
        answer(BLOCKS, version),
        lc.ToolMessage([{"type": "text", "text": "Sunny"}, picture], tool_call_id="toolu_1"),
        lc.AIMessage("It is sunny."),
        lc.HumanMessage("Thanks"),
    ]


FORMS = {
    "live": lambda held: held,
    "messages_to_dict": lambda held: json.dumps(lc.messages_to_dict(held)),
    "dumps": dumping.dumps,
    "dumpd": dumping.dumpd,
    "flat": lambda held: [one.model_dump(mode="json") for one in held],
    "state": lambda held: {"messages": held},
    "dumped state": lambda held: dumping.dumps({"messages": held}),
    "lines": lambda held: b"\n".join(json.dumps(one).encode() for one in lc.messages_to_dict(held)),
    "double list": lambda held: [dumping.dumpd(held)],
}


@pytest.mark.parametrize("form", FORMS)
def test_all_forms_give_the_same_conversation(form: str) -> None:
    data = FORMS[form](run())
    assert format_of(data) == "langchain"
    assert load(data) == load(run())


@pytest.mark.parametrize("version", ["v0", "v1"])
def test_an_answer_goes_back_as_it_came(version: str) -> None:
    done = prepare(run(version), TARGET, fields={"tools": TOOLS})
    assert done.request["messages"][1]["content"] == BLOCKS
    assert (done.changes, done.remaining) == ([], [])
    assert check(done.request, TARGET) == []


def test_results_keep_media_and_order() -> None:
    result = prepare(run(), TARGET, fields={"tools": TOOLS}).request["messages"][2]["content"]
    assert [block["type"] for block in result] == ["tool_result"]
    assert [block["type"] for block in result[0]["content"]] == ["text", "image"]


def test_a_loaded_run_has_a_json_form() -> None:
    conversation = load(run())
    assert loads(dumps(conversation)) == conversation
    assert conversation.lost == []


def test_loading_leaves_the_messages_alone() -> None:
    held = run()
    before = copy.deepcopy(held)
    prepare(held, TARGET, fields={"tools": TOOLS})
    assert held == before


def test_one_message_and_a_prompt_value_are_histories() -> None:
    prompts = pytest.importorskip("langchain_core.prompt_values")
    held = prompts.ChatPromptValue(messages=[lc.HumanMessage("Hi")])
    hi = [Message(role="user", parts=[Text(text="Hi")], bare=True)]
    assert load(held).messages == load(lc.HumanMessage("Hi")).messages == load(dumping.dumps(held)).messages == hi


def test_shorthand_messages_are_read_where_the_format_is_named() -> None:
    held = [("system", "Be kind."), {"role": "user", "content": "Hi"}, ("ai", "Hello"), "And now?"]
    assert [message.role for message in load(held, "langchain").messages] == ["system", "user", "assistant", "user"]


def test_an_open_call_out_of_code_execution_needs_its_container() -> None:
    caller = {"type": "code_execution_20260120", "tool_id": "srvtoolu_1"}
    called = {"type": "tool_use", "id": "toolu_1", "name": "weather", "input": {}, "caller": caller}
    metadata = {"model_provider": "anthropic", "container": {"id": "container_1"}}
    asked = lc.AIMessage([called], response_metadata=metadata)
    assert load([lc.HumanMessage("Hi"), asked]).settings == {"container": "container_1"}
    assert load([asked, lc.ToolMessage("x", tool_call_id="toolu_1"), lc.AIMessage("Done")]).settings == {}


OTHERS: list[Any] = [
    {"messages": [{"role": "user", "content": "Hi"}]},
    [{"role": "user", "content": "Hi"}],
    [{"type": "message", "role": "user", "content": "Hi"}],
    [{"type": "system", "content": "Hi", "uuid": "1"}],
    [{"type": "user", "message": {"role": "user", "content": "Hi"}}],
    {"content": [{"type": "text", "text": "Hi"}]},
    [{"kind": "request", "parts": []}],
    [{"role": "user", "parts": [{"type": "text", "text": "Hi"}]}],
    [],
    [1],
    "Hi",
    None,
    3,
]


@pytest.mark.parametrize("data", OTHERS, ids=range(len(OTHERS)))
def test_other_formats_are_not_taken(data: Any) -> None:
    held = stored(json.dumps(data)) if isinstance(data, list | dict) else stored([data])
    assert not langchain.detect(held)


@pytest.mark.parametrize("data", ["[]", "{}", "3", '{"messages": 3}', "null"])
def test_what_is_no_history_is_refused(data: str) -> None:
    with pytest.raises(UnreadableError):
        load(data, "langchain")


@given(st.data())
def test_damage_is_survived(data: st.DataObject) -> None:
    held = data.draw(damaged(lc.messages_to_dict(run("v1") + run())))
    with contextlib.suppress(SendableError):
        prepare(load(held, "langchain"), TARGET)


def test_a_call_in_content_and_beside_it_is_one_call() -> None:
    (asked,) = (message for message in load(run()).messages if any(isinstance(p, ToolCall) for p in message.parts))
    assert [part for part in asked.parts if isinstance(part, ToolCall)] == [
        ToolCall(id="toolu_1", name="weather", arguments={"city": "Rome"})
    ]
