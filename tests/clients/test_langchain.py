"""ChatAnthropic of LangChain over HTTP: tools, media in results, and histories that break."""

import asyncio
from typing import Any

import anthropic
import pytest

from sendable.testing import MessagesApi
from sendable.wire.build import document, image, native_call, native_result
from tests.clients.conftest import Tells
from tests.clients.media import PAGE, RED
from tests.clients.repairing import Repairing
from tests.emulator.calling import KEY

pytest.importorskip("langchain_anthropic", reason="langchain-anthropic is not installed")

from langchain_anthropic import ChatAnthropic
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import tool

PACKAGE = "langchain-anthropic"
OPUS = "claude-opus-4-8"
BINDING = "claude-opus-5-5"
SEARCH = {"type": "web_search_20250305", "name": "web_search"}


class RepairingChat(ChatAnthropic):
    """The chat model with sendable between its client and the wire."""

    @property
    def _client_params(self) -> dict[str, Any]:
        return {**ChatAnthropic._client_params.func(self), "middleware": [Repairing()]}  # type: ignore[attr-defined]


class Chats:
    """Chat models that are pointed at the emulator."""

    def __init__(self, base_url: str) -> None:
        self._settings: Any = {"anthropic_api_url": base_url, "api_key": KEY, "max_tokens": 2048, "max_retries": 0}

    def alone(self, model: str = OPUS, **settings: Any) -> Any:
        return ChatAnthropic(model=model, **self._settings, **settings)

    def repairing(self, model: str = OPUS, **settings: Any) -> Any:
        return RepairingChat(model=model, **self._settings, **settings)


@pytest.fixture
def chats(messages_api: MessagesApi) -> Chats:
    return Chats(messages_api.base_url)


@tool
def search() -> str:
    """Looks it up."""
    return "42"


@tool
def look() -> list[dict[str, Any]]:
    """The picture and the page."""
    return [{"type": "text", "text": "Here."}, image(RED), document(PAGE)]


CALL = {"name": "search", "args": {}, "id": "toolu_1", "type": "tool_call"}


def called(*content: Any, call: str = "toolu_1") -> AIMessage:
    block = {"type": "tool_use", "id": call, "name": "search", "input": {}}
    return AIMessage(content=[*content, block], tool_calls=[{**CALL, "id": call}])


BROKEN: dict[str, tuple[list[BaseMessage], str]] = {
    "a web search that never returned, in a stored history": (
        [HumanMessage("Find it."), called(native_call()), ToolMessage("42", tool_call_id="toolu_1"), HumanMessage("?")],
        "`web_search` tool use with id `srvtoolu_1` was found without a corresponding `web_search_tool_result` block",
    ),
    "the result of a web search without its call": (
        [
            HumanMessage("Find it."),
            AIMessage(content=[native_result(), {"type": "text", "text": "42."}]),
            HumanMessage("?"),
        ],
        "messages.1.content.0: unexpected `tool_use_id` found in `web_search_tool_result` blocks: srvtoolu_1. "
        "Each `web_search_tool_result` block must have a corresponding `server_tool_use` block before it.",
    ),
    "a client call whose result was lost": (
        [HumanMessage("Find it."), called(), HumanMessage("Never mind.")],
        "messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. Each "
        "`tool_use` block must have a corresponding `tool_result` block in the next message.",
    ),
    "a trimmed history that begins with a result": (
        [ToolMessage("42", tool_call_id="toolu_1"), HumanMessage("?")],
        "messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1. Each `tool_result` "
        "block must have a corresponding `tool_use` block in the previous message.",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_history_is_refused_and_goes_on_when_it_is_repaired(chats: Chats, name: str, tells: Tells) -> None:
    stored, message = BROKEN[name]
    tools = [search, SEARCH]
    alone, repairing = chats.alone().bind_tools(tools), chats.repairing().bind_tools(tools)

    for way in (alone.invoke, lambda given: list(alone.stream(given)), lambda given: asyncio.run(alone.ainvoke(given))):
        with pytest.raises(anthropic.BadRequestError) as refused:
            way(stored)
        assert refused.value.body["error"]["message"] == message  # type: ignore[index]
    assert repairing.invoke(stored).content
    assert list(repairing.stream(stored))
    tells(PACKAGE, f"{name}, plain and streaming", message, "answered, by a middleware of its client")


def test_it_renames_ids_of_other_providers_by_itself(chats: Chats, messages_api: MessagesApi, tells: Tells) -> None:
    stored = [HumanMessage("Find it."), called(call="a:0"), ToolMessage("42", tool_call_id="a:0"), HumanMessage("?")]
    assert chats.alone().bind_tools([search]).invoke(stored).content
    assert chats.repairing().bind_tools([search]).invoke(stored).content
    assert messages_api.rejections == []
    tells(PACKAGE, "a call with an id of another provider", "answered: it renames the id", "answered")


def test_a_changed_system_prompt_under_thinking_is_refused(chats: Chats, tells: Tells) -> None:
    told: list[BaseMessage] = [SystemMessage("It is 10:41."), HumanMessage("Why?")]
    told += [chats.alone(BINDING, thinking={"type": "adaptive"}).invoke(told), HumanMessage("And?")]
    assert told[2].content[0]["type"] == "thinking"  # type: ignore[index]
    changed = [SystemMessage("It is 10:42."), *told[1:]]
    with pytest.raises(anthropic.BadRequestError) as refused:
        chats.alone(BINDING, thinking={"type": "adaptive"}).invoke(changed)
    message = refused.value.body["error"]["message"]  # type: ignore[index]
    assert message.startswith("messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound")
    assert chats.repairing(BINDING, thinking={"type": "adaptive"}).invoke(changed).content
    assert chats.alone(BINDING, thinking={"type": "adaptive"}).invoke(told).content
    dropping = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}
    chat = chats.alone(BINDING, thinking=dropping, betas=["thinking-binding-controls-2026-08-01"])
    assert chat.invoke(changed).content
    tells(
        PACKAGE,
        "a clock in the system prompt, under thinking",
        message,
        "answered: sendable asks for `drop_block` when it is refused",
    )


def test_tools_and_media_in_results(chats: Chats, messages_api: MessagesApi, tells: Tells) -> None:
    messages_api.script([{"match": "Look", "answers": [[{"call": "look"}, {"call": "search"}], "Red, and one page."]}])
    for chat in (chats.alone().bind_tools([look, search]), chats.repairing().bind_tools([look, search])):
        told: list[BaseMessage] = [HumanMessage("Look.")]
        told.append(chat.invoke(told))
        for call in told[-1].tool_calls:  # type: ignore[attr-defined]
            told.append({"look": look, "search": search}[call["name"]].invoke(call))
        assert chat.invoke(told).content == "Red, and one page."
        picture, number = messages_api.requests[-1]["messages"][-1]["content"]
        assert (picture["type"], number["type"]) == ("tool_result", "tool_result")
        assert [block["type"] for block in picture["content"]] == ["text", "image", "document"]
        assert [block["source"]["data"] for block in picture["content"][1:]] == [RED, PAGE]
    assert messages_api.rejections == []
    tells(PACKAGE, "parallel tools, one of which returns a PNG and a PDF", "answered", "answered")
