import asyncio
from collections.abc import Iterator
from typing import Any

import anthropic
import pytest

from sendable.testing import MessagesApi
from sendable.wire.build import request, tool, user
from tests.emulator.calling import KEY, body_of, client_at, emulator, post, said

TOOL = {
    "name": "weather",
    "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
}
HI = [user("Hi")]


@pytest.fixture
def client(messages_api: MessagesApi) -> Iterator[anthropic.Anthropic]:
    with client_at(messages_api.base_url) as made:
        yield made


def ask(client: anthropic.Anthropic, messages: Any = HI, model: str = "claude-opus-4-8", **fields: Any) -> Any:
    return client.messages.create(model=model, max_tokens=1024, messages=messages, **fields)


def test_a_message_is_answered_with_text(client: anthropic.Anthropic) -> None:
    answer = ask(client)
    assert (answer.role, answer.stop_reason, answer.content[0].text) == ("assistant", "end_turn", "All right.")
    assert answer.usage.input_tokens > 0
    assert answer._request_id.startswith("req_")


def test_the_first_tool_is_called_once_and_then_answered_with_text(client: anthropic.Anthropic) -> None:
    first = ask(client, tools=[TOOL])
    assert (first.stop_reason, first.content[0].name, first.content[0].input) == (
        "tool_use",
        "weather",
        {"city": "text"},
    )
    result = {"type": "tool_result", "tool_use_id": first.content[0].id, "content": "Sunny."}
    second = ask(client, [*HI, {"role": "assistant", "content": first.content}, user(result)], tools=[TOOL])
    assert second.stop_reason == "end_turn"


def test_a_stream_builds_up_the_same_message(messages_api: MessagesApi, client: anthropic.Anthropic) -> None:
    messages_api.script(
        [{"thinking": "Let me see. " * 9}, "Looking it up.", {"call": {"name": "weather", "input": {"city": "Paris"}}}]
    )
    plain = ask(client, tools=[TOOL])
    with client.messages.stream(model="claude-opus-4-8", max_tokens=1024, messages=HI, tools=[TOOL]) as stream:
        built = stream.get_final_message()
    assert [block.type for block in built.content] == ["thinking", "text", "tool_use"]
    assert [block.type for block in built.content] == [block.type for block in plain.content]
    assert built.content[0].thinking == plain.content[0].thinking
    assert built.content[2].input == {"city": "Paris"}
    assert built.usage.output_tokens == plain.usage.output_tokens


def test_an_asynchronous_client_gets_the_same(messages_api: MessagesApi) -> None:
    async def run() -> tuple[str, str]:
        async with anthropic.AsyncAnthropic(base_url=messages_api.base_url, api_key=KEY) as client:
            plain = await client.messages.create(model="claude-opus-4-8", max_tokens=9, messages=HI)
            async with client.messages.stream(model="claude-opus-4-8", max_tokens=9, messages=HI) as stream:
                text = "".join([piece async for piece in stream.text_stream])
        return plain.content[0].text, text

    plain, streamed = asyncio.run(run())
    assert plain == streamed == "All right."


def test_a_refusal_is_the_error_of_its_class_with_the_text_of_the_rule(
    messages_api: MessagesApi, client: anthropic.Anthropic
) -> None:
    with pytest.raises(anthropic.BadRequestError) as caught:
        ask(client, [])
    body = caught.value.body
    assert isinstance(body, dict)
    assert body["error"] == {"type": "invalid_request_error", "message": "messages: at least one message is required"}
    assert body["request_id"] == caught.value.request_id
    [rejection] = messages_api.rejections
    assert (rejection.rule, rejection.status) == ("messages-empty", 400)
    assert rejection.request == messages_api.requests[0]


def test_a_model_of_no_claude_family_is_not_found(client: anthropic.Anthropic) -> None:
    with pytest.raises(anthropic.NotFoundError, match="model: gpt-9"):
        ask(client, model="gpt-9")


def test_a_stream_is_refused_before_it_begins(client: anthropic.Anthropic) -> None:
    with pytest.raises(anthropic.BadRequestError):
        ask(client, [], stream=True)


def test_a_key_is_needed() -> None:
    answer = post(emulator(), request(user("Hi")), **{"x-api-key": ""})
    assert (answer.status, body_of(answer)["error"]["type"]) == (401, "authentication_error")


def test_a_field_of_a_beta_needs_its_header() -> None:
    body = request(user("Hi"), context_management={"edits": []})
    assert said(post(emulator(), body)) == "context_management: Extra inputs are not permitted"
    answer = body_of(post(emulator(), body, betas="context-management-2025-06-27"))
    assert answer["context_management"] == {"applied_edits": []}


def test_a_new_name_passes_unless_that_is_not_wanted() -> None:
    body = request(user("Hi"), brand_new=1)
    assert post(emulator(), body).status == 200
    assert said(post(emulator(strict_unknown=True), body)).endswith("brand_new: Extra inputs are not permitted")
    tagged = request(user({"type": "hologram", "text": "Hi"}))
    assert said(post(emulator(strict_unknown=True), tagged)).startswith("messages.0.content.0: Input tag")


def test_the_same_calls_get_the_same_ids() -> None:
    bodies = [request(user("Hi"), tools=[tool()])] * 2
    runs = [[body_of(post(to, body)) for body in bodies] for to in (emulator(), emulator())]
    assert runs[0] == runs[1]
    assert runs[0][0]["id"] != runs[0][1]["id"]


def test_the_address_of_foundry_leads_there_too() -> None:
    assert post(emulator(platform="foundry"), request(user("Hi")), "/anthropic/v1/messages").status == 200


def test_the_answer_names_its_request() -> None:
    answer = post(emulator(), request())
    assert body_of(answer)["request_id"] == answer.headers["request-id"]
