"""The official client: histories that break, alone and with a repair in between, and what its helpers send."""

import asyncio
from collections.abc import Iterator
from typing import Any

import anthropic
import pytest
from anthropic import beta_async_tool, beta_tool

from sendable import Ledger
from sendable.testing import MessagesApi
from sendable.wire.build import (
    assistant,
    document,
    image,
    native_call,
    native_result,
    tool,
    tool_result,
    tool_use,
    user,
)
from tests.clients.conftest import Tells
from tests.clients.media import PAGE, RED
from tests.clients.repairing import Repairing
from tests.emulator.calling import KEY

OPUS = "claude-opus-5-5"
SEARCH = {"type": "web_search_20250305", "name": "web_search"}
UNPAIRED = "`web_search` tool use with id `srvtoolu_1` was found without a corresponding `web_search_tool_result` block"
BROKEN: Any = {
    "model": "claude-opus-4-8",
    "max_tokens": 1024,
    "tools": [tool(), SEARCH],
    "messages": [
        user("Find it."),
        assistant(native_call(), tool_use()),
        user(tool_result(), "And?"),
    ],
}


@pytest.fixture
def repairing() -> Repairing:
    return Repairing()


@pytest.fixture
def alone(messages_api: MessagesApi) -> Iterator[anthropic.Anthropic]:
    with anthropic.Anthropic(base_url=messages_api.base_url, api_key=KEY, max_retries=0) as client:
        yield client


@pytest.fixture
def repaired(alone: anthropic.Anthropic, repairing: Repairing) -> anthropic.Anthropic:
    return alone.with_middleware(repairing)


def message_of(refused: anthropic.APIStatusError) -> str:
    return str(refused.body["error"]["message"])  # type: ignore[index]


def streamed(client: anthropic.Anthropic, **fields: Any) -> Any:
    with client.messages.stream(**fields) as stream:
        return stream.get_final_message()


def test_a_stored_search_that_never_returned_is_refused_and_repaired(
    alone: anthropic.Anthropic, repaired: anthropic.Anthropic, repairing: Repairing, tells: Tells
) -> None:
    with pytest.raises(anthropic.BadRequestError) as refused:
        alone.messages.create(**BROKEN)
    assert message_of(refused.value) == UNPAIRED
    assert repaired.messages.create(**BROKEN).stop_reason == "tool_use"
    assert repairing.applied == ["drop_unpaired_native_calls"]
    tells("anthropic", "a web search that never returned, in a stored history", message_of(refused.value), "answered")


def test_the_same_in_a_stream(alone: anthropic.Anthropic, repaired: anthropic.Anthropic, tells: Tells) -> None:
    with pytest.raises(anthropic.BadRequestError) as refused:
        streamed(alone, **BROKEN)
    assert message_of(refused.value) == UNPAIRED
    assert streamed(repaired, **BROKEN).stop_reason == "tool_use"
    tells("anthropic", "the same, streaming", message_of(refused.value), "answered")


def test_the_same_with_the_asynchronous_client(messages_api: MessagesApi, repairing: Repairing, tells: Tells) -> None:
    async def run() -> str:
        async with anthropic.AsyncAnthropic(base_url=messages_api.base_url, api_key=KEY, max_retries=0) as alone:
            with pytest.raises(anthropic.BadRequestError) as refused:
                await alone.messages.create(**BROKEN)
            repaired = alone.with_middleware(repairing)
            assert (await repaired.messages.create(**BROKEN)).stop_reason == "tool_use"
            async with repaired.messages.stream(**BROKEN) as stream:
                assert (await stream.get_final_message()).stop_reason == "tool_use"
            return message_of(refused.value)

    told = asyncio.run(run())
    assert told == UNPAIRED
    tells("anthropic", "the same, asynchronous, plain and streaming", told, "answered")


def test_a_search_that_was_cut_to_a_string_is_refused_and_told_as_text(
    alone: anthropic.Anthropic, repaired: anthropic.Anthropic, messages_api: MessagesApi, tells: Tells
) -> None:
    found = assistant(native_call(), native_result(content="42, of course."), "It is 42.")
    broken: Any = {**BROKEN, "messages": [user("Find it."), found, user("And?")]}
    message = "messages.1.content.1.web_search_tool_result.content: Input should be a valid array"
    for way in (alone.messages.create, lambda **fields: streamed(alone, **fields)):
        with pytest.raises(anthropic.BadRequestError) as refused:
            way(**broken)
        assert message_of(refused.value) == message
    assert repaired.messages.create(**broken).stop_reason == "tool_use"
    assert streamed(repaired, **broken).stop_reason == "tool_use"
    told = [block["text"] for block in messages_api.requests[-1]["messages"][1]["content"]]
    assert told[1:] == ["[Result of web_search: 42, of course.]", "It is 42."]
    scenario = "a web search that was cut to a string, plain and streaming"
    tells("anthropic", scenario, message, "answered: the string is told as text")


def test_a_call_without_its_result_is_refused_and_repaired(
    alone: anthropic.Anthropic, repaired: anthropic.Anthropic, tells: Tells
) -> None:
    broken: Any = {**BROKEN, "messages": [user("Find it."), assistant(tool_use()), user("Never mind.")]}
    with pytest.raises(anthropic.BadRequestError) as refused:
        alone.messages.create(**broken)
    assert "`tool_use` ids were found without `tool_result` blocks immediately after: toolu_1" in str(refused.value)
    assert repaired.messages.create(**broken).stop_reason == "tool_use"
    tells("anthropic", "a client call whose result was lost", message_of(refused.value), "answered")


def test_a_changed_system_prompt_under_thinking_is_refused_and_foreseen(
    alone: anthropic.Anthropic, repaired: anthropic.Anthropic, tells: Tells
) -> None:
    ledger = Ledger()
    first: Any = {"model": OPUS, "max_tokens": 2048, "system": "It is 10:41.", "messages": [user("Why?")]}
    answer = alone.messages.create(**first)
    assert answer.content[0].type == "thinking"
    ledger.record(first, answer)
    held = assistant(*(block.model_dump(exclude_none=True) for block in answer.content))
    second: Any = {**first, "system": "It is 10:42.", "messages": [*first["messages"], held, user("And?")]}
    (foreseen,) = ledger.foresee(second)
    with pytest.raises(anthropic.BadRequestError) as refused:
        alone.messages.create(**second)
    assert repaired.messages.create(**second).stop_reason == "end_turn"
    assert message_of(refused.value).startswith(f"{foreseen.path}: Invalid `signature` in `thinking` block.")
    assert message_of(refused.value).endswith(foreseen.message[foreseen.message.index(" The `system` prompt") :])
    dropping: Any = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}
    told = alone.beta.messages.create(**second, thinking=dropping, betas=["thinking-binding-controls-2026-08-01"])
    assert told.stop_reason == "end_turn"
    tells(
        "anthropic",
        "a clock in the system prompt, under thinking",
        message_of(refused.value),
        "answered: sendable asks for `drop_block`, at once where its ledger foresees the refusal",
    )


def look() -> Any:
    """The picture and the page."""
    return [{"type": "text", "text": "Here."}, image(RED), document(PAGE)]


def test_the_tool_runner_sends_picture_and_page_in_one_result(
    alone: anthropic.Anthropic, repaired: anthropic.Anthropic, messages_api: MessagesApi, tells: Tells
) -> None:
    messages_api.script([{"match": "Look", "answers": [{"call": "look"}, "Red, and one page."]}])
    for client in (alone, repaired):
        runner = client.beta.messages.tool_runner(
            model=OPUS, max_tokens=1024, tools=[beta_tool(look)], messages=[user("Look at it.")]
        )
        last = runner.until_done()
        assert last.content[-1].text == "Red, and one page."  # type: ignore[union-attr]
        assert blocks_of_result(messages_api) == ["text", "image", "document"]
    assert messages_api.rejections == []
    tells("anthropic", "tool runner: a PNG and a PDF in one result", "answered", "answered")


def blocks_of_result(messages_api: MessagesApi) -> list[str]:
    last = messages_api.requests[-1]["messages"][-1]
    assert last["role"] == "user"
    (result,) = last["content"]
    assert result["type"] == "tool_result"
    data = [block["source"]["data"] for block in result["content"] if "source" in block]
    assert data == [RED, PAGE]
    return [block["type"] for block in result["content"]]


def test_the_tool_runner_goes_on_from_a_broken_history_when_it_is_repaired(
    alone: anthropic.Anthropic, repaired: anthropic.Anthropic, messages_api: MessagesApi, tells: Tells
) -> None:
    messages_api.script([{"match": "And?", "answers": [{"call": "search"}, "Found."]}])

    @beta_tool
    def search() -> str:
        """Looks it up."""
        return "42"

    asked: Any = {**BROKEN, "tools": [search, SEARCH]}
    with pytest.raises(anthropic.BadRequestError) as refused:
        alone.beta.messages.tool_runner(**asked).until_done()
    assert message_of(refused.value) == UNPAIRED
    last = repaired.beta.messages.tool_runner(**asked).until_done()
    assert last.content[-1].text == "Found."  # type: ignore[union-attr]
    tells("anthropic", "tool runner over a stored web search that never returned", UNPAIRED, "answered")


def test_the_asynchronous_tool_runner_streams(messages_api: MessagesApi) -> None:
    messages_api.script([{"match": "Look", "answers": [{"call": "see"}, "Red."]}])

    @beta_async_tool
    async def see() -> Any:
        """The picture and the page."""
        return look()

    async def run() -> list[str]:
        async with anthropic.AsyncAnthropic(base_url=messages_api.base_url, api_key=KEY, max_retries=0) as client:
            runner = client.beta.messages.tool_runner(
                model=OPUS, max_tokens=1024, tools=[see], messages=[user("Look.")], stream=True
            )
            return [(await stream.get_final_message()).content[-1].type async for stream in runner]

    assert asyncio.run(run()) == ["tool_use", "text"]
    assert blocks_of_result(messages_api) == ["text", "image", "document"]


def test_names_that_nobody_knows_pass_and_betas_that_nobody_knows_are_refused(alone: anthropic.Anthropic) -> None:
    sent: Any = {"model": OPUS, "max_tokens": 1024, "messages": [user("Hi")]}
    assert alone.messages.create(**sent, extra_body={"made_up": 1}).stop_reason == "end_turn"
    with pytest.raises(anthropic.BadRequestError) as refused:
        alone.beta.messages.create(**sent, betas=["made-up-2026-01-01"])
    assert message_of(refused.value) == (
        "Unexpected value(s) `made-up-2026-01-01` for the `anthropic-beta` header. Please consult our documentation at "
        "platform.claude.com/docs or try again without the header."
    )


@pytest.mark.messages_api(strict_unknown=True)
def test_names_that_nobody_knows_are_refused_where_that_is_asked_for(alone: anthropic.Anthropic) -> None:
    sent: Any = {"model": OPUS, "max_tokens": 1024, "messages": [user("Hi")]}
    with pytest.raises(anthropic.BadRequestError, match="made_up: Extra inputs are not permitted"):
        alone.messages.create(**sent, extra_body={"made_up": 1})
