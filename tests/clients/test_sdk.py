"""What the middleware makes of requests, clients and responses of the SDK: of each cloud, with betas, and its own."""

import asyncio
import json
from typing import Any

import anthropic
import httpx2
import pytest

import sendable
from sendable.clients.sdk_client import SdkClient
from sendable.relay import Report
from sendable.testing import MessagesApi
from sendable.wire.build import assistant, tool, tool_use, user
from tests.clients.test_clouds import BINDING, CLOUDS, OAUTH, Cloud, broken, streamed
from tests.clients.wire import Wire
from tests.emulator.calling import KEY

assert OAUTH

each_cloud = pytest.mark.parametrize("cloud", CLOUDS.values(), ids=CLOUDS)
CONTROLS = "thinking-binding-controls-2026-08-01"
CONTEXT = "context-management-2025-06-27"


@each_cloud
def test_the_platform_is_that_of_the_client(cloud: Cloud, messages_api: MessagesApi) -> None:
    told: list[Report] = []
    with cloud.client(messages_api.base_url, middleware=[sendable.Middleware(on_report=told.append)]) as client:
        answer = client.messages.create(**broken(cloud))
        assert answer.stop_reason == "tool_use"
        assert sendable.report(answer) == told[0]
        assert streamed(client, **broken(cloud)).stop_reason == "tool_use"
    assert [(report.verdict, report.platform) for report in told] == [("repaired", cloud.platform)] * 2
    assert messages_api.rejections == []


@each_cloud
def test_it_is_the_same_for_its_asynchronous_client(cloud: Cloud, messages_api: MessagesApi) -> None:
    told: list[Report] = []

    async def run() -> None:
        between = sendable.Middleware(on_report=told.append)
        async with cloud.asynchronous(messages_api.base_url, middleware=[between]) as client:
            assert (await client.messages.create(**broken(cloud))).stop_reason == "tool_use"
            async with client.messages.stream(**broken(cloud)) as stream:
                assert (await stream.get_final_message()).stop_reason == "tool_use"

    asyncio.run(run())
    assert [report.platform for report in told] == [cloud.platform] * 2


@each_cloud
def test_names_come_back_and_betas_are_added_to_those_of_the_caller(cloud: Cloud, messages_api: MessagesApi) -> None:
    messages_api.script(
        [
            {"match": "Why", "answers": [[{"thinking": "Hm."}, "Since."]]},
            lambda turn: {"call": {"name": turn.tools[0]["name"], "input": {"q": "x"}}},
        ]
    )
    asked: Any = {"model": cloud.model(BINDING), "max_tokens": 2048}
    wire = Wire()
    with cloud.client(messages_api.base_url) as alone:
        said = alone.messages.create(**asked, messages=[user("Why?")])
    held = assistant(*(block.model_dump(exclude_none=True) for block in said.content))
    # Made by a process whose ledger is gone, and under another system prompt: the API is asked to drop it.
    later = [user("Why?"), held, user("Look.")]
    named = {**tool("functions.search"), "input_schema": {"type": "object", "properties": {"q": {"type": "string"}}}}
    sends = httpx2.Client(transport=wire)
    with cloud.client(messages_api.base_url, middleware=[sendable.Middleware()], http_client=sends) as client:
        for way in (client.beta.messages.create, lambda **fields: streamed(client.beta, **fields)):
            answer = way(**asked, system="Be brief.", messages=later, tools=[named], betas=[CONTEXT])
            assert [block.name for block in answer.content if block.type == "tool_use"] == ["functions.search"]
    bodies = [json.loads(body) for body in wire.bodies]
    assert all(body["tools"][0]["name"] != "functions.search" for body in bodies)
    assert [held["anthropic-beta"] for held in wire.headers] == [f"{CONTEXT},{CONTROLS}"] * 2
    in_body = [[CONTEXT, CONTROLS] if cloud.name == "AnthropicBedrock" else None] * 2
    assert [body.get("anthropic_beta") for body in bodies] == in_body


def test_betas_of_the_client_itself_are_known_and_kept(messages_api: MessagesApi) -> None:
    wire = Wire()
    told: list[Report] = []
    with anthropic.Anthropic(
        base_url=messages_api.base_url,
        api_key=KEY,
        max_retries=0,
        default_headers={"Anthropic-Beta": CONTEXT},
        middleware=[sendable.Middleware(on_report=told.append)],
        http_client=httpx2.Client(transport=wire),
    ) as client:
        messages_api.script([{"thinking": "Hm."}, "Since."])
        asked: Any = {"model": BINDING, "max_tokens": 2048, "messages": [user("Why?")]}
        said = client.with_options(middleware=[]).messages.create(**asked)
        held = assistant(*(block.model_dump(exclude_none=True) for block in said.content))
        asked["messages"] += [held, user("And?")]
        assert client.messages.create(**asked, system="Be brief.").content
    assert [report.betas for report in told] == [[], [CONTROLS]]
    assert [held["anthropic-beta"] for held in wire.headers] == [CONTEXT, CONTEXT, f"{CONTEXT},{CONTROLS}"]


def test_a_client_that_cannot_be_found_is_taken_for_the_api() -> None:
    def call_next(request: Any) -> Any:
        return request

    for other in (call_next, len, object()):
        client = SdkClient(other)  # type: ignore[arg-type]
        assert (client.platform, client.headers) == (None, {})


def test_the_platform_may_be_told(messages_api: MessagesApi) -> None:
    told: list[Report] = []
    between = sendable.Middleware(platform="foundry", on_report=told.append)
    with anthropic.Anthropic(
        base_url=messages_api.base_url, api_key=KEY, max_retries=0, middleware=[between]
    ) as client:
        client.messages.create(model="claude-opus-4-8", max_tokens=9, messages=[user("Hi")])
    assert [report.platform for report in told] == ["foundry"]


def test_a_request_of_ones_own_and_a_bare_response(messages_api: MessagesApi) -> None:
    body = {
        "model": "claude-opus-4-8",
        "max_tokens": 99,
        "tools": [tool("fs.read")],
        "messages": [user("Find it."), assistant(tool_use(name="fs.read")), user("Never mind.")],
    }
    with anthropic.Anthropic(
        base_url=messages_api.base_url, api_key=KEY, max_retries=0, middleware=[sendable.Middleware()]
    ) as client:
        bare = client.post("/v1/messages", body=body, cast_to=httpx2.Response)
        assert bare.json()["content"][0]["name"] == "fs.read"
        held = sendable.report(bare)
        assert held is not None
        assert held.verdict == "repaired"
        plain: Any = client.post("/v1/messages", body=body, cast_to=object)
        assert plain["content"][0]["name"] == "fs.read"
        # What the caller encoded is not looked at.
        sent = client.post("/v1/messages", content=json.dumps(body).encode(), cast_to=httpx2.Response)
        assert (sent.status_code, sendable.report(sent)) == (400, None)


def test_another_middleware_may_answer_itself(messages_api: MessagesApi) -> None:
    def closing(request: Any, call_next: Any) -> Any:
        response = call_next(request)
        response.close()
        return response

    def cached(request: Any, call_next: Any) -> Any:
        return "cached"

    asked: Any = {"model": "claude-opus-4-8", "max_tokens": 9, "messages": [user("Hi")]}
    with anthropic.Anthropic(base_url=messages_api.base_url, api_key=KEY, max_retries=0) as client:
        kept = client.with_options(middleware=[sendable.Middleware(), cached])
        assert kept.messages.create(**asked) == "cached"
        gone = client.with_options(middleware=[sendable.Middleware(), closing])
        stream = gone.messages.create(**asked, stream=True)
        with pytest.raises(httpx2.StreamError):
            list(stream)
