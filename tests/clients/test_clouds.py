"""The official clients of the clouds: Bedrock, Vertex and the others, plain and streaming, refused and repaired."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import anthropic
import pytest

import sendable
from sendable.targets.readers import Platform
from sendable.testing import MessagesApi
from sendable.wire.build import assistant, native_call, tool, tool_result, tool_use, user
from tests.clients.conftest import Tells
from tests.clients.repairing import Repairing

pytest.importorskip("boto3", reason="boto3 is not installed: it signs the requests to AWS")
credentials = pytest.importorskip("google.oauth2.credentials", reason="google-auth is not installed")

SIGNED = {"aws_access_key": "an-id", "aws_secret_key": "any-key", "aws_region": "us-east-1"}


@dataclass(frozen=True)
class Cloud:
    """A client of a cloud, with what it is made of."""

    name: str
    platform: Platform
    settings: dict[str, Any]
    path: str = ""
    before: str = ""
    counts: bool = True

    def client(self, base_url: str, **more: Any) -> Any:
        return self._made(self.name, base_url, more)

    def asynchronous(self, base_url: str, **more: Any) -> Any:
        return self._made(f"Async{self.name}", base_url, more)

    def model(self, name: str) -> str:
        """The name that this cloud has for a model."""
        return self.before + name

    def _made(self, name: str, base_url: str, more: dict[str, Any]) -> Any:
        return getattr(anthropic, name)(base_url=base_url + self.path, max_retries=0, **self.settings, **more)


OAUTH = credentials.Credentials("a-token")
VERTEX = {"region": "us-east5", "project_id": "a-project"}
GOOGLE = {"project": "a-project", "location": "us", "workspace_id": "a-workspace"}
CLOUDS = {
    "AnthropicBedrock, signed": Cloud("AnthropicBedrock", "bedrock", SIGNED, "", "us.anthropic.", counts=False),
    "AnthropicBedrock, with a key": Cloud(
        "AnthropicBedrock", "bedrock", {"api_key": "any-key", "aws_region": "x"}, "", "us.anthropic.", counts=False
    ),
    "AnthropicBedrockMantle": Cloud("AnthropicBedrockMantle", "bedrock", SIGNED, "/anthropic", "anthropic."),
    "AnthropicVertex, with a token": Cloud("AnthropicVertex", "vertex", {**VERTEX, "access_token": "a-token"}, "/v1"),
    "AnthropicVertex, with credentials": Cloud("AnthropicVertex", "vertex", {**VERTEX, "credentials": OAUTH}, "/v1"),
    "AnthropicFoundry": Cloud("AnthropicFoundry", "foundry", {"api_key": "any-key"}, "/anthropic"),
    "AnthropicAWS": Cloud("AnthropicAWS", "api", {**SIGNED, "workspace_id": "a-workspace"}),
    "AnthropicGoogleCloud": Cloud("AnthropicGoogleCloud", "api", {**GOOGLE, "token_provider": lambda: "a-token"}),
}
HI: Any = [user("Hi")]
OPUS = "claude-opus-4-8"
BINDING = "claude-opus-5-5"
LOST = (
    "messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. Each `tool_use` "
    "block must have a corresponding `tool_result` block in the next message."
)

each_cloud = pytest.mark.parametrize("cloud", CLOUDS.values(), ids=CLOUDS)


def broken(cloud: Cloud) -> dict[str, Any]:
    messages = [user("Find it."), assistant(tool_use()), user("Never mind.")]
    return {"model": cloud.model(OPUS), "max_tokens": 99, "tools": [tool()], "messages": messages}


def message_of(refused: anthropic.APIStatusError) -> str:
    body: Any = refused.body
    return str(body["message"] if "message" in body else body["error"]["message"])


def streamed(client: Any, **fields: Any) -> Any:
    with client.messages.stream(**fields) as stream:
        return stream.get_final_message()


def refusal(call: Callable[..., Any], **fields: Any) -> str:
    with pytest.raises(anthropic.BadRequestError) as refused:
        call(**fields)
    return message_of(refused.value)


@each_cloud
def test_it_is_answered_counted_and_goes_on_with_its_thinking(cloud: Cloud, messages_api: MessagesApi) -> None:
    messages_api.script([{"thinking": "Hm."}, "Hello."])
    asked: Any = {"model": cloud.model(BINDING), "max_tokens": 2048, "messages": HI}
    with cloud.client(messages_api.base_url) as client:
        for way in (client.messages.create, lambda **fields: streamed(client, **fields)):
            answer = way(**asked)
            assert [block.type for block in answer.content] == ["thinking", "text"]
            said = assistant(*(block.model_dump(exclude_none=True) for block in answer.content))
            onward = {**asked, "messages": [*HI, said, user("And?")]}
            assert way(**onward).content[-1].text == "Hello."
            assert "The `system` prompt differs" in refusal(way, **onward, system="Be brief.")
        if cloud.counts:
            assert client.messages.count_tokens(model=cloud.model(OPUS), messages=HI).input_tokens > 0
        else:
            with pytest.raises(anthropic.AnthropicError, match="not supported in Bedrock yet"):
                client.messages.count_tokens(model=cloud.model(OPUS), messages=HI)


@each_cloud
def test_a_lost_result_is_refused_in_the_words_of_the_platform_and_repaired(
    cloud: Cloud, messages_api: MessagesApi, tells: Tells, request: pytest.FixtureRequest
) -> None:
    between = Repairing()
    with cloud.client(messages_api.base_url) as alone:
        assert refusal(alone.messages.create, **broken(cloud)) == LOST
        assert refusal(streamed, client=alone, **broken(cloud)) == LOST
        repaired = alone.with_middleware(between)
        assert repaired.messages.create(**broken(cloud)).stop_reason == "tool_use"
        assert streamed(repaired, **broken(cloud)).stop_reason == "tool_use"
    assert between.applied == ["answer_missing_results"] * 2
    name = request.node.callspec.id
    tells("anthropic", f"{name}: a client call whose result was lost, plain and streaming", LOST, "answered")


@each_cloud
def test_the_asynchronous_client_is_refused_and_repaired(cloud: Cloud, messages_api: MessagesApi) -> None:
    between = Repairing()

    async def run() -> None:
        async with cloud.asynchronous(messages_api.base_url) as alone:
            with pytest.raises(anthropic.BadRequestError) as refused:
                await alone.messages.create(**broken(cloud))
            assert message_of(refused.value) == LOST
            repaired = alone.with_middleware(between)
            assert (await repaired.messages.create(**broken(cloud))).stop_reason == "tool_use"
            async with repaired.messages.stream(**broken(cloud)) as stream:
                assert (await stream.get_final_message()).stop_reason == "tool_use"

    asyncio.run(run())


def test_bedrock_refuses_a_native_tool_by_its_older_schema(messages_api: MessagesApi, tells: Tells) -> None:
    cloud = CLOUDS["AnthropicBedrock, signed"]
    searched = [user("Find it."), assistant(native_call(), tool_use()), user(tool_result(), "And?")]
    search = {"type": "web_search_20250305", "name": "web_search"}
    asked: Any = {**broken(cloud), "messages": searched, "tools": [tool(), search]}
    between = Repairing()
    with cloud.client(messages_api.base_url) as alone:
        told = refusal(alone.messages.create, **asked)
        repaired = alone.with_middleware(between)
        assert repaired.messages.create(**asked).stop_reason == "tool_use"
        assert streamed(repaired, **asked).stop_reason == "tool_use"
    (sent,) = {tuple(held["name"] for held in body["tools"]) for body in messages_api.requests[1:]}
    assert sent == ("search",)
    assert told.startswith("tools.1: Input tag 'web_search_20250305' found using 'type' does not match any of the")
    assert set(between.applied) == {"drop_tools_not_run", "drop_unpaired_native_calls"}
    assert messages_api.rejections[0].type == "ValidationException"
    scenario = "AnthropicBedrock: a history with a web search of the first-party API"
    tells("anthropic", scenario, told, "answered: the search and its tool are left out")


FAULTS = {
    "AnthropicBedrock, signed": (503, anthropic.ServiceUnavailableError, "Overloaded"),
    "AnthropicVertex, with a token": (529, anthropic.OverloadedError, "Overloaded"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_an_overload_is_the_error_of_the_platform(name: str, messages_api: MessagesApi) -> None:
    status, kind, text = FAULTS[name]
    messages_api.script({"error": {"status": 529}})
    with CLOUDS[name].client(messages_api.base_url) as client, pytest.raises(kind, match=text) as refused:
        client.messages.create(model=CLOUDS[name].model(OPUS), max_tokens=9, messages=HI)
    assert refused.value.status_code == status


def test_bedrock_names_no_model_of_others(messages_api: MessagesApi) -> None:
    cloud = CLOUDS["AnthropicBedrock, signed"]
    with cloud.client(messages_api.base_url) as client:
        told = refusal(client.messages.create, model="amazon.nova-pro-v1:0", max_tokens=9, messages=HI)
        asked: Any = {**broken(cloud), "model": "amazon.nova-pro-v1:0"}
        checking = client.with_middleware(sendable.Middleware("check"))
        assert refusal(checking.messages.create, **asked) == told
        with pytest.raises(sendable.RejectedError):
            checking.messages.create(**broken(cloud))
    assert told == "The provided model identifier is invalid."
