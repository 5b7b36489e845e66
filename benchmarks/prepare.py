"""Speed of prepare: load, render and repair, as ratios to json.dumps of the finished request in the same run.

usage: python benchmarks/prepare.py [--rounds 7] [--quick]

The histories are those of core.py. Where pydantic-ai or LiteLLM are installed, their mapping alone of the same history
is measured beside it; both are optional. Exit status 1 when a limit of the project is broken.
"""

import argparse
import asyncio
import importlib
import inspect
import json
import os
import sys
from collections.abc import Callable
from typing import Any

from core import Table, ratio
from histories import history, images
from sendable.conversation import Conversation, dumps
from sendable.prepare import prepare
from sendable.render import render
from sendable.sources.load import load
from sendable.targets import Target

Json = dict[str, Any]
Mapping = Callable[[], object]

TARGET = Target(model="claude-sonnet-4-5")
LIMIT = 4.0


def own(table: Table, count: int, rounds: int) -> None:
    """The rows of this library for one length."""
    request = history(count)
    conversation = load(request)
    finished = prepare(conversation, TARGET).request
    size = len(finished["messages"])

    def encode() -> str:
        return json.dumps(finished)

    def row(what: str, work: Mapping, limit: float | None) -> None:
        found, took = ratio(work, encode, rounds)
        table.row(f"{what}, {count} messages", found, limit, note=f"{took / size * 1e6:.2f} us a message")

    row("prepare a conversation", lambda: prepare(conversation, TARGET), LIMIT)
    row("  of which rendering", lambda: render(conversation, TARGET), None)
    row("prepare a request of the API", lambda: prepare(request, TARGET, form="anthropic"), LIMIT)
    row("prepare a request whose format is found out", lambda: prepare(request, TARGET), None)
    stored = dumps(conversation)
    row("prepare a stored conversation, from bytes", lambda: prepare(stored, TARGET), None)


def peers(table: Table, count: int, rounds: int) -> None:
    """The mapping alone of others, for the same history; it must take longer than prepare."""
    conversation = load(history(count))
    size = len(conversation.messages)
    for name, make in (("pydantic-ai", pydantic_ai_mapping), ("LiteLLM", litellm_mapping)):
        try:
            work = make(conversation)
        except (ImportError, AttributeError) as missing:
            print(f"{name + ': not measured':<58} {missing}", flush=True)
            continue
        found, took = ratio(lambda: prepare(conversation, TARGET), work, rounds)
        note = f"theirs: {took / found / size * 1e6:.2f} us a message"
        table.row(f"prepare to the mapping alone of {name}, {count} messages", found, 1.0, note=note)


def pydantic_ai_mapping(conversation: Conversation) -> Mapping:
    """Its mapping of a history to messages of the API.

    Raises:
        ImportError, AttributeError: it is not installed, or keeps its mapping elsewhere.
    """
    module = importlib.import_module("pydantic_ai.messages")
    models = importlib.import_module("pydantic_ai.models")
    anthropic = importlib.import_module("pydantic_ai.models.anthropic")
    provider = importlib.import_module("pydantic_ai.providers.anthropic").AnthropicProvider(api_key="none")
    model = anthropic.AnthropicModel("claude-sonnet-4-5", provider=provider)
    parameters = models.ModelRequestParameters()
    held = [_pydantic_ai_message(module, message) for message in conversation.messages]
    mapped = model._map_message(held, parameters, {})
    if not inspect.isawaitable(mapped):
        return lambda: model._map_message(held, parameters, {})
    asyncio.run(_awaited(mapped))
    return lambda: asyncio.run(_awaited(model._map_message(held, parameters, {})))


async def _awaited(value: Any) -> Any:
    return await value


def _pydantic_ai_message(module: Any, message: Any) -> Any:
    parts: list[Any] = []
    for part in message.parts:
        kind = type(part).__name__
        if kind == "ToolCall":
            parts.append(module.ToolCallPart(part.name, part.arguments, tool_call_id=part.id))
        elif kind == "ToolResult":
            parts.append(module.ToolReturnPart("search", part.parts[0].text, tool_call_id=part.call_id))
        elif message.role == "assistant":
            parts.append(module.TextPart(part.text))
        else:
            parts.append(module.UserPromptPart(part.text))
    return module.ModelResponse(parts) if message.role == "assistant" else module.ModelRequest(parts)


def litellm_mapping(conversation: Conversation) -> Mapping:
    """Its mapping of a history in OpenAI's form to messages of the API.

    Raises:
        ImportError, AttributeError: it is not installed, or keeps its mapping elsewhere.
    """
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")  # it asks the network for prices otherwise
    factory = importlib.import_module("litellm.litellm_core_utils.prompt_templates.factory")
    held = [_openai_message(message) for message in conversation.messages]

    def mapped() -> object:
        copied = [dict(message) for message in held]  # it empties the list that it is given
        return factory.anthropic_messages_pt(copied, "claude-sonnet-4-5", "anthropic")

    mapped()
    return mapped


def _openai_message(message: Any) -> Json:
    first = message.parts[0]
    if type(first).__name__ == "ToolResult":
        return {"role": "tool", "tool_call_id": first.call_id, "content": first.parts[0].text}
    calls = [part for part in message.parts if type(part).__name__ == "ToolCall"]
    said: Json = {"role": message.role, "content": first.text}
    if calls:
        said["tool_calls"] = [
            {"id": one.id, "type": "function", "function": {"name": one.name, "arguments": json.dumps(one.arguments)}}
            for one in calls
        ]
    return said


def media(table: Table, rounds: int) -> None:
    conversation = load(images(20, 1_000_000))
    finished = prepare(conversation, TARGET).request
    found, _ = ratio(lambda: prepare(conversation, TARGET), lambda: json.dumps(finished), rounds)
    table.row("prepare 20 images of 1 MB, to encoding the body", found, 1.3)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--quick", action="store_true", help="fewer rounds, for a first look")
    args = parser.parse_args()
    rounds = 3 if args.quick else args.rounds
    table = Table()
    prepare(history(30), TARGET)
    for count in (1_000, 10_000):
        own(table, count, rounds)
        peers(table, count, rounds)
    media(table, rounds)
    return int(table.broken)


if __name__ == "__main__":
    sys.exit(main())
