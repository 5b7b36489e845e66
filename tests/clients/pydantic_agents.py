"""Agents of pydantic-ai that are pointed at the emulator, and the histories that they go on from."""

import asyncio
from typing import Any

import anthropic
import pytest

from sendable import Target, repair
from sendable.render import render
from sendable.sources.load import load
from sendable.sources.write_back import write_back
from tests.emulator.calling import KEY

pytest.importorskip("pydantic_ai.models.anthropic", reason="pydantic-ai-slim[anthropic] is not installed")

from pydantic_ai import Agent, native_tools
from pydantic_ai import messages as history
from pydantic_ai.capabilities import NativeTool
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


def search() -> str:
    """Looks it up."""
    return "42"


def repaired_history(messages: list[history.ModelMessage]) -> list[history.ModelMessage]:
    """A history processor: what comes out is what sendable makes of the history."""
    stored = history.ModelMessagesTypeAdapter.dump_json(messages)
    target = Target(model=OPUS)
    request = render(load(stored), target)
    return history.ModelMessagesTypeAdapter.validate_json(write_back(stored, request, repair(request, target)))


def native_call(call: str = "srvtoolu_1", name: str = "web_search") -> Any:
    return history.NativeToolCallPart(name, {"query": "x"}, tool_call_id=call, provider_name="anthropic")


def native_result(content: Any, call: str = "srvtoolu_1", name: str = "web_search") -> Any:
    return history.NativeToolReturnPart(name, content, tool_call_id=call, provider_name="anthropic")


def conversation(*parts: Any, results: tuple[Any, ...] = ()) -> list[history.ModelMessage]:
    """A question, an answer with these parts, and what came back."""
    said = history.ModelResponse(list(parts), model_name=OPUS, provider_name="anthropic")
    behind = [history.ModelRequest(list(results))] if results else []
    return [history.ModelRequest([history.UserPromptPart("Find it.")]), said, *behind]


SAID = history.TextPart("It is 42.")
