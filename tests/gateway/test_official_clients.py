"""The official clients through the gateway: a conversation that is broken goes on, streaming and not."""

import asyncio
from typing import Any

import anthropic
import pytest

from sendable.emulator.server import serving
from tests.gateway.raw import gateway
from tests.gateway.talk import BROKEN, KEY, MAPPED, emulated

OPUS = "claude-opus-4-8"
# What the emulator does wherever it is given a tool.
CALLS = "tool_use"
LOST = "`tool_use` ids were found without `tool_result` blocks immediately after: toolu_1"
CLOUDS: dict[str, tuple[str, dict[str, Any], str, str, dict[str, Any]]] = {
    "Bedrock": ("AnthropicBedrock", {"api_key": "any-key", "aws_region": "x"}, "", "us.anthropic.", {}),
    "Vertex": (
        "AnthropicVertex",
        {"region": "us-east5", "project_id": "a-project", "access_token": "a-token"},
        "/v1",
        "",
        {},
    ),
    "Foundry": ("AnthropicFoundry", {"api_key": "any-key"}, "/anthropic", "", {"platform": "foundry"}),
}


def streamed(client: Any, fields: dict[str, Any]) -> Any:
    with client.messages.stream(**fields) as stream:
        return stream.get_final_message()


def test_the_official_client_goes_on_with_a_broken_conversation() -> None:
    with (
        emulated() as (server, emulator),
        anthropic.Anthropic(base_url=server.base_url, api_key=KEY, max_retries=0) as client,
    ):
        assert client.messages.create(**BROKEN).stop_reason == CALLS
        assert streamed(client, BROKEN).stop_reason == CALLS
        raw = client.messages.with_raw_response.create(**BROKEN)
        assert raw.headers["sendable-rules"] == "tool-use-without-result"
        counted = {name: value for name, value in BROKEN.items() if name != "max_tokens"}
        assert client.messages.count_tokens(**counted).input_tokens > 0
        assert not emulator.rejections


def test_the_asynchronous_client_goes_on_too() -> None:
    async def run(base_url: str) -> list[Any]:
        async with anthropic.AsyncAnthropic(base_url=base_url, api_key=KEY, max_retries=0) as client:
            async with client.messages.stream(**BROKEN) as stream:
                last = await stream.get_final_message()
            whole = await asyncio.gather(*(client.messages.create(**BROKEN) for _ in range(8)))
        return [last, *whole]

    with emulated() as (server, _):
        assert {answer.stop_reason for answer in asyncio.run(run(server.base_url))} == {CALLS}


@pytest.mark.parametrize("streams", [False, True], ids=["whole", "stream"])
def test_a_client_sees_the_names_that_it_gave(streams: bool) -> None:
    with (
        emulated() as (server, emulator),
        anthropic.Anthropic(base_url=server.base_url, api_key=KEY, max_retries=0) as client,
    ):
        answer = streamed(client, MAPPED) if streams else client.messages.create(**MAPPED)
        assert not emulator.rejections
        assert [block.name for block in answer.content if block.type == "tool_use"] == ["geo.weather"]


@pytest.mark.parametrize("cloud", CLOUDS.values(), ids=CLOUDS)
def test_the_clients_of_the_clouds_go_on_too(cloud: tuple[str, dict[str, Any], str, str, dict[str, Any]]) -> None:
    name, settings, path, before, options = cloud
    pytest.importorskip(
        "boto3" if name == "AnthropicBedrock" else "google.auth" if name == "AnthropicVertex" else "anthropic"
    )
    fields = {**BROKEN, "model": before + OPUS}
    with (
        emulated(emulator=options, **options) as (server, emulator),
        getattr(anthropic, name)(base_url=server.base_url + path, max_retries=0, **settings) as client,
    ):
        assert client.messages.create(**fields).stop_reason == CALLS
        assert streamed(client, fields).stop_reason == CALLS
        assert not emulator.rejections


def test_what_is_signed_is_refused_before_it_is_sent_in_the_words_of_the_cloud() -> None:
    pytest.importorskip("boto3")
    signed = {"aws_access_key": "an-id", "aws_secret_key": "any-key", "aws_region": "us-east-1"}
    sound = {**BROKEN, "messages": BROKEN["messages"][:1], "model": f"us.anthropic.{OPUS}"}
    with (
        serving() as behind,
        gateway(behind.base_url) as server,
        anthropic.AnthropicBedrock(base_url=server.base_url, max_retries=0, **signed) as client,
    ):
        assert client.messages.create(**sound).stop_reason == CALLS
        with pytest.raises(anthropic.BadRequestError, match=LOST.replace("`", ".")):
            client.messages.create(**{**sound, "messages": BROKEN["messages"]})
        assert not behind.emulator.rejections
