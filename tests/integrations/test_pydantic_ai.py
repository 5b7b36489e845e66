"""The history processor for pydantic-ai, in real runs against the emulator."""

import asyncio
import logging
from typing import Any

import pytest

from sendable import Target
from sendable.testing import MessagesApi

pytest.importorskip("pydantic_ai.models.anthropic", reason="pydantic-ai-slim[anthropic] is not installed")

import anthropic
import httpx2
from pydantic_ai import Agent, ModelHTTPError
from pydantic_ai import messages as history
from pydantic_ai.capabilities import ProcessHistory
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.test import TestModel
from pydantic_ai.providers.anthropic import AnthropicProvider

import sendable
from sendable.integrations.pydantic_ai import _ON_THE_WIRE, RepairedHistory
from sendable.repair.order import ORDER
from sendable.repair.repair import Repaired
from tests.clients.pydantic_agents import OPUS, SAID, SEARCHES, Ask, conversation, native_result, search
from tests.clients.test_pydantic_ai import BROKEN, ON_THE_WIRE
from tests.emulator.calling import KEY


@pytest.fixture
def ask(messages_api: MessagesApi) -> Ask:
    return Ask(messages_api.base_url)


@pytest.mark.parametrize("name", [name for name in BROKEN if name != ON_THE_WIRE])
def test_a_broken_history_is_refused_alone_and_goes_on_with_it(ask: Ask, name: str) -> None:
    stored, _ = BROKEN[name]
    with pytest.raises(ModelHTTPError):
        ask("And?", *stored, tools=[search], capabilities=[SEARCHES])
    told: list[Repaired] = []
    settings: Any = {
        "tools": [search],
        "capabilities": [SEARCHES, ProcessHistory(RepairedHistory(on_repaired=told.append))],
    }
    done = ask("And?", *stored, **settings)
    assert done.output == "All right."
    assert len(told) == 1
    assert ask.streaming("And?", *stored, **settings) == "All right."
    # The repair stays in the history of the run, so the next one needs none.
    told.clear()
    assert ask("And?", *done.all_messages(), **settings).output == "All right."
    assert told == []


def test_only_what_was_touched_is_new() -> None:
    answered = conversation(SAID)
    damaged = conversation(native_result([]), SAID)
    asked = history.ModelRequest([history.UserPromptPart("And?")])
    messages = [*answered, *damaged, asked]
    repairs = RepairedHistory()
    after = repairs.repaired(messages, Target(model=OPUS))
    assert [one is other for one, other in zip(messages, after, strict=True)] == [True, True, True, False, True]
    sound = [*answered, asked]
    assert repairs.repaired(sound, Target(model=OPUS)) is sound
    assert repairs.repaired(after, Target(model=OPUS)) is after


def test_a_run_with_a_model_of_others_is_left_alone() -> None:
    stored, _ = BROKEN["a blank answer"]
    told: list[Repaired] = []
    agent = Agent(TestModel(), capabilities=[ProcessHistory(RepairedHistory(on_repaired=told.append))])
    done = asyncio.run(agent.run("And?", message_history=list(stored)))
    assert done.all_messages()[1] == stored[1]
    assert told == []


def test_what_has_no_form_on_the_wire_is_told_and_left(caplog: pytest.LogCaptureFixture) -> None:
    sound = history.ModelRequest([history.UserPromptPart(["Listen:", history.AudioUrl("https://example.com/a.wav")])])
    messages = [sound, *conversation(history.TextPart("  "))[1:], history.ModelRequest([history.UserPromptPart("?")])]
    with caplog.at_level(logging.WARNING, "sendable"):
        assert RepairedHistory().repaired(messages, Target(model=OPUS)) is messages
    assert caplog.messages == ["a history was not repaired: UnsupportedContentBlockError"]


def test_what_has_no_place_in_a_history_is_not_told() -> None:
    """Or somebody would take the ids for repaired, which the request then still has."""
    told: list[Any] = []
    between = RepairedHistory(on_repaired=told.append)
    stored, _ = BROKEN[ON_THE_WIRE]
    messages = [*stored, history.ModelRequest([history.UserPromptPart("And?")])]
    assert between.repaired(messages, Target(model=OPUS)) is messages
    assert told == []
    blank = [history.ModelRequest([history.UserPromptPart("Why?")]), history.ModelResponse([history.TextPart("  ")])]
    assert between.repaired([*blank, *messages], Target(model=OPUS)) != [*blank, *messages]
    [repaired] = told
    assert repaired.changes
    assert "map_foreign_ids" not in {change.by for change in repaired.changes}
    assert repaired.ids == {}
    assert {*_ON_THE_WIRE} <= {one.name for one in ORDER}


def test_ids_of_other_providers_are_for_the_client(messages_api: MessagesApi) -> None:
    stored, message = BROKEN[ON_THE_WIRE]

    async def asked(provider: Any) -> None:
        agent: Any = Agent(AnthropicModel(OPUS, provider=provider), tools=[search])
        assert (await agent.run("And?", message_history=list(stored))).output
        async with agent.run_stream("And?", message_history=list(stored)) as run:
            assert await run.get_output()

    async def run() -> None:
        base_url = messages_api.base_url
        async with httpx2.AsyncClient(transport=sendable.AsyncTransport()) as sends:
            await asked(AnthropicProvider(api_key=KEY, base_url=base_url, http_client=sends))
        between = [sendable.Middleware()]
        async with anthropic.AsyncAnthropic(base_url=base_url, api_key=KEY, middleware=between) as client:
            await asked(AnthropicProvider(anthropic_client=client))

    asyncio.run(run())
    assert messages_api.rejections == []
    assert "tool_use.id" in message
