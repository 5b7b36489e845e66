"""pydantic-ai over HTTP: agents with tools, media in results, broken histories and bound thinking."""

import asyncio
from base64 import b64decode
from typing import Any

import anthropic
import pytest

from sendable import Target, repair
from sendable.render import render
from sendable.sources.load import load
from sendable.sources.write_back import write_back
from sendable.testing import MessagesApi
from tests.clients.conftest import Tells
from tests.clients.media import PAGE, RED
from tests.clients.repairing import Repairing
from tests.emulator.calling import KEY

pytest.importorskip("pydantic_ai.models.anthropic", reason="pydantic-ai-slim[anthropic] is not installed")

from pydantic_ai import Agent, BinaryContent, ModelHTTPError, native_tools
from pydantic_ai import messages as history
from pydantic_ai.capabilities import NativeTool, ProcessHistory
from pydantic_ai.models.anthropic import AnthropicModel, AnthropicModelSettings
from pydantic_ai.providers.anthropic import AnthropicProvider

PACKAGE = "pydantic-ai-slim"
OPUS = "claude-opus-4-8"
BINDING = "claude-opus-5-5"
SEARCHES = NativeTool(native_tools.WebSearchTool())
THINKS = AnthropicModelSettings(anthropic_thinking={"type": "adaptive"})


class Ask:
    """Asks an agent that is pointed at the emulator, each time with a client of its own."""

    def __init__(self, base_url: str) -> None:
        self._base_url = base_url

    def __call__(
        self, prompt: str, *before: history.ModelMessage, model: str = OPUS, between: Any = (), **agent: Any
    ) -> Any:
        """The result of a run behind the messages `before`, with middleware of the official client `between`."""
        return asyncio.run(self._run(prompt, before, model, between, agent, streams=False))

    def streaming(
        self, prompt: str, *before: history.ModelMessage, model: str = OPUS, between: Any = (), **agent: Any
    ) -> str:
        """The text of a streamed run."""
        return str(asyncio.run(self._run(prompt, before, model, between, agent, streams=True)))

    async def _run(self, prompt: str, before: Any, model: str, between: Any, agent: Any, streams: bool) -> Any:
        async with anthropic.AsyncAnthropic(
            base_url=self._base_url, api_key=KEY, max_retries=0, middleware=between
        ) as client:
            provider = AnthropicProvider(anthropic_client=client)
            asked: Any = Agent(AnthropicModel(model, provider=provider), **agent)
            if not streams:
                return await asked.run(prompt, message_history=list(before))
            async with asked.run_stream(prompt, message_history=list(before)) as run:
                return "".join([piece async for piece in run.stream_text(delta=True)])


@pytest.fixture
def ask(messages_api: MessagesApi) -> Ask:
    return Ask(messages_api.base_url)


def look() -> list[Any]:
    """The picture and the page."""
    return [
        "Here.",
        BinaryContent(b64decode(RED), media_type="image/png"),
        BinaryContent(b64decode(PAGE), media_type="application/pdf"),
    ]


def search() -> str:
    """Looks it up."""
    return "42"


def repaired_history(messages: list[history.ModelMessage]) -> list[history.ModelMessage]:
    """A history processor: what comes out is what sendable makes of the history."""
    stored = history.ModelMessagesTypeAdapter.dump_json(messages)
    target = Target(model=OPUS)
    request = render(load(stored), target)
    return history.ModelMessagesTypeAdapter.validate_json(write_back(stored, request, repair(request, target)))


def native_call(call: str = "srvtoolu_1") -> Any:
    return history.NativeToolCallPart("web_search", {"query": "x"}, tool_call_id=call, provider_name="anthropic")


def native_result(content: Any, call: str = "srvtoolu_1") -> Any:
    return history.NativeToolReturnPart("web_search", content, tool_call_id=call, provider_name="anthropic")


def conversation(*parts: Any, results: tuple[Any, ...] = ()) -> list[history.ModelMessage]:
    """A question, an answer with these parts, and what came back."""
    said = history.ModelResponse(list(parts), model_name=OPUS, provider_name="anthropic")
    behind = [history.ModelRequest(list(results))] if results else []
    return [history.ModelRequest([history.UserPromptPart("Find it.")]), said, *behind]


SAID = history.TextPart("It is 42.")
STRANGE_CALL = history.ToolCallPart("search", {}, tool_call_id="functions.search:0")
STRANGE_RESULT = history.ToolReturnPart("search", "42", tool_call_id="functions.search:0")
BROKEN = {
    "the result of a web search without its call": (
        conversation(native_result([]), SAID),
        "messages.1.content.0: unexpected `tool_use_id` found in `web_search_tool_result` blocks: srvtoolu_1. "
        "Each `web_search_tool_result` block must have a corresponding `server_tool_use` block before it.",
    ),
    "a web search whose result was cut down to titles": (
        conversation(native_call(), native_result([{"title": "x", "url": "https://example.com"}]), SAID),
        "messages.1.content.1.web_search_tool_result.content.0.encrypted_content: Field required",
    ),
    "a blank answer": (
        conversation(history.TextPart("  ")),
        "messages: text content blocks must contain non-whitespace text",
    ),
    "a call with an id of another provider": (
        conversation(STRANGE_CALL, results=(STRANGE_RESULT,)),
        "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    ),
}


def test_a_run_with_tools_is_answered(ask: Ask, messages_api: MessagesApi, tells: Tells) -> None:
    messages_api.script([{"match": "Find", "answers": [[{"call": "search"}, {"call": "look"}], "Done."]}])
    for between in ((), (Repairing(),)):
        assert ask("Find it.", tools=[search, look], between=between).output == "Done."
    assert messages_api.rejections == []
    tells(PACKAGE, "an agent run with parallel tools", "answered", "answered")


def test_picture_and_page_arrive_in_one_result_in_order(ask: Ask, messages_api: MessagesApi, tells: Tells) -> None:
    messages_api.script([{"match": "Look", "answers": [{"call": "look"}, "Red, and one page."]}])
    for between in ((), (Repairing(),)):
        assert ask("Look.", tools=[look], between=between).output == "Red, and one page."
        (result,) = messages_api.requests[-1]["messages"][-1]["content"]
        assert result["type"] == "tool_result"
        assert [block["type"] for block in result["content"]] == ["text", "image", "document"]
        assert [block["source"]["data"] for block in result["content"][1:]] == [RED, PAGE]
    tells(PACKAGE, "a tool that returns a PNG and a PDF in one result", "answered", "answered")


def test_it_drops_a_stored_search_that_never_returned_by_itself(
    ask: Ask, messages_api: MessagesApi, tells: Tells
) -> None:
    call = history.ToolCallPart("search", {}, tool_call_id="toolu_1")
    result = history.ToolReturnPart("search", "42", tool_call_id="toolu_1")
    stored = conversation(native_call(), call, results=(result,))
    assert ask("And?", *stored, tools=[search], capabilities=[SEARCHES]).output
    between = Repairing()
    assert ask("And?", *stored, tools=[search], capabilities=[SEARCHES], between=[between]).output
    processor = ProcessHistory(repaired_history)
    assert ask("And?", *stored, tools=[search], capabilities=[SEARCHES, processor]).output
    assert between.applied == []
    assert messages_api.rejections == []
    tells(PACKAGE, "a web search that never returned, in a stored history", "answered: it drops the call", "answered")


# Ids are renamed on the wire alone: the application's history keeps its own.
ON_THE_WIRE = "a call with an id of another provider"


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_history_is_refused_and_goes_on_when_the_client_repairs_it(ask: Ask, name: str, tells: Tells) -> None:
    stored, message = BROKEN[name]
    settings: Any = {"tools": [search], "capabilities": [SEARCHES]}
    for way in (ask, ask.streaming):
        with pytest.raises(ModelHTTPError) as refused:
            way("And?", *stored, **settings)
        assert refused.value.body["error"]["message"] == message  # type: ignore[index]
    between = Repairing()
    assert ask("And?", *stored, **settings, between=[between]).output == "All right."
    assert between.applied != []
    assert ask.streaming("And?", *stored, **settings, between=[between]) == "All right."
    ways = "a middleware" if name == ON_THE_WIRE else "a middleware or a history processor"
    tells(PACKAGE, f"{name}, plain and streaming", message, f"answered, by {ways}")


@pytest.mark.parametrize("name", [name for name in BROKEN if name != ON_THE_WIRE])
def test_a_broken_history_goes_on_when_a_history_processor_repairs_it(ask: Ask, name: str) -> None:
    stored, _ = BROKEN[name]
    settings: Any = {"tools": [search], "capabilities": [SEARCHES, ProcessHistory(repaired_history)]}
    assert ask("And?", *stored, **settings).output == "All right."
    assert ask.streaming("And?", *stored, **settings) == "All right."


def test_a_search_in_flight_comes_back_behind_the_client_result(
    ask: Ask, messages_api: MessagesApi, tells: Tells
) -> None:
    waiting = {"native": {"name": "web_search", "input": {"query": "x"}, "pending": True}}
    messages_api.script([{"match": "Compare", "answers": [[waiting, {"call": "search"}], "Both agree."]}])
    for between in ((), (Repairing(),)):
        settings: Any = {"tools": [search], "capabilities": [SEARCHES], "between": between}
        done = ask("Compare.", **settings)
        assert done.output == "Both agree."
        assert ask("And?", *done.all_messages(), **settings).output
    assert messages_api.rejections == []
    tells(PACKAGE, "a web search in flight beside a client call", "answered", "answered")


def test_thinking_under_a_changed_system_prompt_is_refused_and_sent_again_to_be_dropped(
    ask: Ask, messages_api: MessagesApi, tells: Tells
) -> None:
    first = ask("Why?", model=BINDING, instructions="It is 10:41.", model_settings=THINKS).all_messages()
    assert any(part.part_kind == "thinking" for part in first[-1].parts)
    changed: Any = {"model": BINDING, "instructions": "It is 10:42.", "model_settings": THINKS}
    for between in ((), (Repairing(),)):
        with pytest.warns(Warning, match="rejected a replayed thinking block"):
            assert ask("And?", *first, **changed, between=between).output == "All right."
    refused, again = messages_api.rejections
    assert again.message == refused.message
    assert refused.message.startswith(
        "messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation."
    )
    assert refused.message.endswith("The `system` prompt differs from the one this block was created with.")
    assert ask("And?", *first, model=BINDING, instructions="It is 10:41.", model_settings=THINKS).output
    assert len(messages_api.rejections) == 2
    tells(
        PACKAGE,
        "a clock in the instructions, under thinking",
        f"{refused.message} Then it asks for `drop_block`, warns, and is answered",
        "the same",
    )


def test_a_run_that_is_streamed_with_tools_and_thinking(ask: Ask, messages_api: MessagesApi, tells: Tells) -> None:
    messages_api.script([{"match": "Find", "answers": [[{"thinking": "I look."}, {"call": "search"}], "It is 42."]}])
    for between in ((), (Repairing(),)):
        settings: Any = {"tools": [search], "model_settings": THINKS, "between": between}
        assert ask.streaming("Find it.", model=BINDING, **settings) == "It is 42."
    assert messages_api.rejections == []
    tells(PACKAGE, "tools and thinking on a model that checks the prefix, streaming", "answered", "answered")
