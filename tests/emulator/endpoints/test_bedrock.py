from base64 import b64decode
from typing import Any

import anthropic
import msgspec
import pytest

from sendable.contract.check import notes
from sendable.emulator.exchange import Answer
from sendable.prefix.answers import answer_of
from sendable.targets import Target
from sendable.testing import MessagesApi
from sendable.wire.build import request, thinking, user
from tests.emulator.calling import body_of, emulator, post
from tests.wire.test_aws_events import read

MODEL = "us.anthropic.claude-sonnet-4-5-20250929-v1:0"
HI = [user("Hi")]


def invoke(script: Any = None, model: str = MODEL, how: str = "invoke", key: str = "Bearer k", **fields: Any) -> Answer:
    body = request(*HI, model=None, **{"anthropic_version": "bedrock-2023-05-31", **fields})
    return post(emulator(script), body, f"/model/{model}/{how}", authorization=key)


def test_the_official_client_is_answered_and_refused(messages_api: MessagesApi) -> None:
    with anthropic.AnthropicBedrock(api_key="k", aws_region="x", base_url=messages_api.base_url) as client:
        answer: Any = client.messages.create(model=MODEL, max_tokens=9, messages=HI)  # type: ignore[arg-type]
        assert (answer.content[0].text, answer.model) == ("All right.", MODEL)
        with pytest.raises(anthropic.BadRequestError, match="at least one message is required"):
            client.messages.create(model=MODEL, max_tokens=9, messages=[])
    assert messages_api.rejections[0].type == "ValidationException"


def test_the_official_client_reads_the_stream(messages_api: MessagesApi) -> None:
    pytest.importorskip("botocore", reason="the official client needs it to read event streams of AWS")
    messages_api.script([{"thinking": "Hm."}, "Hello. " * 9])
    with anthropic.AnthropicBedrock(api_key="k", aws_region="x", base_url=messages_api.base_url) as client:
        with client.messages.stream(model=MODEL, max_tokens=99, messages=HI) as stream:  # type: ignore[arg-type]
            assert stream.get_final_text() == "Hello. " * 9
        messages_api.script({"text": "Hello.", "error": {"status": 529, "after": 3}})
        with (
            pytest.raises(anthropic.APIStatusError, match="Overloaded"),
            client.messages.stream(model=MODEL, max_tokens=99, messages=HI) as stream,  # type: ignore[arg-type]
        ):
            stream.get_final_text()


def test_errors_are_in_the_envelope_of_aws() -> None:
    answer = invoke(max_tokens=0.5)
    assert (answer.status, list(body_of(answer))) == (400, ["message"])
    assert answer.headers["x-amzn-errortype"] == "ValidationException"
    assert "x-amzn-requestid" in answer.headers


@pytest.mark.parametrize(
    ("changed", "status", "said"),
    [
        ({"key": ""}, 403, "Missing Authentication Token"),
        ({"model": "amazon.titan-v1"}, 400, "model identifier is invalid"),
        ({"anthropic_version": None}, 400, "anthropic_version: Field required"),
        ({"context_management": {"edits": []}}, 400, "context_management: Extra inputs are not permitted"),
        ({"anthropic_beta": ["made-up-2026-01-01"]}, 400, "invalid beta flag"),
        ({"script": {"error": 429}}, 429, "rate limit"),
        ({"script": {"error": 529}}, 503, "Overloaded"),
    ],
)
def test_what_bedrock_refuses(changed: Any, status: int, said: str) -> None:
    answer = invoke(**changed)
    assert answer.status == status
    assert said in body_of(answer)["message"]


def test_the_newer_integration_has_the_envelope_of_the_api() -> None:
    answer = post(emulator(platform="bedrock"), request(), "/anthropic/v1/messages")
    assert body_of(answer)["error"]["type"] == "invalid_request_error"


def test_a_profile_whose_name_tells_no_model_is_taken() -> None:
    profile = "arn:aws:bedrock:us-east-1:1:application-inference-profile/abc"
    assert invoke(model=profile).status == 200


def test_a_stream_holds_the_events_of_the_message() -> None:
    answer = invoke([{"thinking": "Hm."}, "Hello."], how="invoke-with-response-stream")
    assert answer.media_type == "application/vnd.amazon.eventstream"
    events = [
        msgspec.json.decode(b64decode(msgspec.json.decode(held)["bytes"])) for _, held in read(b"".join(answer.pieces))
    ]
    built = answer_of(events)
    assert built is not None
    assert [block["type"] for block in built["content"]] == ["thinking", "text"]


def test_an_error_inside_the_stream_is_an_exception() -> None:
    script = {"text": "Hello.", "error": {"status": 529, "after": 2}}
    answer = invoke(script, how="invoke-with-response-stream", stream=True)
    told = list(read(b"".join(answer.pieces)))
    assert told[-1][0][":exception-type"] == "modelStreamErrorException"
    assert len(told) == 3


def test_thinking_moves_between_the_platforms() -> None:
    to = emulator(strict_signatures=True)
    body = request(*HI, model="claude-opus-4-8", thinking={"type": "adaptive"})
    made = body_of(post(to, body))["content"]
    again = request(
        *HI, {"role": "assistant", "content": made}, *HI, model=None, anthropic_version="bedrock-2023-05-31"
    )
    path = "/model/us.anthropic.claude-opus-4-8/invoke"
    assert post(to, again, path, authorization="k").status == 200
    again["messages"][1]["content"][0] = thinking()
    assert "Invalid `signature`" in body_of(post(to, again, path, authorization="k"))["message"]


def test_the_version_in_the_body_is_no_unknown_name() -> None:
    to = emulator(strict_unknown=True)
    body = request(*HI, model=None, anthropic_version="bedrock-2023-05-31")
    assert post(to, body, f"/model/{MODEL}/invoke", authorization="Bearer k").status == 200
    assert notes(body, Target("bedrock", MODEL)) == []
