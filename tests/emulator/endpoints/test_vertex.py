from typing import Any

import anthropic
import pytest

from sendable.testing import MessagesApi
from sendable.wire.build import request, user
from tests.emulator.calling import body_of, emulator, post

MODEL = "claude-sonnet-4-5@20250929"
HI: Any = [user("Hi")]
PATH = "/v1/projects/p/locations/l/publishers/anthropic/models"


def test_the_official_client_is_answered_and_refused(messages_api: MessagesApi) -> None:
    address = f"{messages_api.base_url}/v1"
    with anthropic.AnthropicVertex(region="x", project_id="p", access_token="t", base_url=address) as client:
        answer: Any = client.messages.create(model=MODEL, max_tokens=9, messages=HI)
        with client.messages.stream(model=MODEL, max_tokens=9, messages=HI) as stream:
            assert stream.get_final_text() == answer.content[0].text == "All right."
        assert client.messages.count_tokens(model="claude-opus-4-8", messages=HI).input_tokens > 0
        with pytest.raises(anthropic.BadRequestError, match="at least one message is required") as caught:
            client.messages.create(model=MODEL, max_tokens=9, messages=[])
    assert isinstance(caught.value.body, dict)
    assert caught.value.body["request_id"].startswith("req_vrtx_")


@pytest.mark.parametrize(
    ("fields", "key", "status", "said"),
    [
        ({}, "", 401, "authentication credential"),
        ({"anthropic_version": None}, "k", 400, "anthropic_version: Field required"),
        ({"container": "c"}, "k", 400, "container: Extra inputs are not permitted"),
    ],
)
def test_what_google_cloud_refuses(fields: Any, key: str, status: int, said: str) -> None:
    body = request(*HI, model=None, **{"anthropic_version": "vertex-2023-10-16", **fields})
    answer = post(emulator(), body, f"{PATH}/{MODEL}:rawPredict", authorization=key)
    assert answer.status == status
    assert said in body_of(answer)["error"]["message"]


def test_a_model_of_no_claude_family_is_not_found() -> None:
    body = request(*HI, model=None, anthropic_version="vertex-2023-10-16")
    assert post(emulator(), body, f"{PATH}/gemini:rawPredict", authorization="k").status == 404
