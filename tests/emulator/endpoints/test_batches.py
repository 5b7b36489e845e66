from collections.abc import Iterator
from typing import Any

import anthropic
import pytest

from sendable.emulator.exchange import Call
from sendable.testing import MessagesApi
from sendable.wire.build import request, user
from tests.emulator.calling import HEADERS, client_at, emulator, post, said
from tests.emulator.dialogue import two_answers

PATH = "/v1/messages/batches"


@pytest.fixture
def client(messages_api: MessagesApi) -> Iterator[anthropic.Anthropic]:
    with client_at(messages_api.base_url) as made:
        yield made


def item(name: str = "a", **fields: Any) -> Any:
    return {"custom_id": name, "params": request(user("Hi"), **{"model": "claude-opus-4-8", **fields})}


def outcome(params: Any, betas: str = "") -> Any:
    """The result of a batch with this request alone."""
    to = emulator()
    post(to, {"requests": [{"custom_id": "a", "params": params}]}, PATH, betas)
    [batch] = to.batches.values()
    return batch.results[0]["result"]


def test_each_request_of_a_batch_has_its_verdict(client: anthropic.Anthropic, messages_api: MessagesApi) -> None:
    made = client.messages.batches.create(
        requests=[item("good"), item("bad", messages=[]), item("gone", model="nobody")]
    )
    assert (made.processing_status, made.request_counts.processing, made.results_url) == ("in_progress", 3, None)
    ended = client.messages.batches.retrieve(made.id)
    assert (ended.processing_status, ended.request_counts.succeeded, ended.request_counts.errored) == ("ended", 1, 2)
    results = {result.custom_id: result.result for result in client.messages.batches.results(made.id)}
    assert results["good"].type == "succeeded"
    assert results["bad"].type == "errored"
    assert results["bad"].error.error.message == "messages: at least one message is required"
    assert results["gone"].to_dict()["error"]["error"]["type"] == "not_found_error"
    assert len(messages_api.rejections) == 2


def test_a_batch_is_listed_cancelled_and_deleted(client: anthropic.Anthropic) -> None:
    made = [client.messages.batches.create(requests=[item()]) for _ in range(3)]
    assert [batch.id for batch in client.messages.batches.list(limit=2)] == [batch.id for batch in made[::-1]]
    assert client.messages.batches.cancel(made[0].id).processing_status == "canceling"
    with pytest.raises(anthropic.BadRequestError, match="cannot be deleted"):
        client.messages.batches.delete(made[0].id)
    assert client.messages.batches.retrieve(made[0].id).request_counts.canceled == 1
    with pytest.raises(anthropic.BadRequestError, match="already ended"):
        client.messages.batches.cancel(made[0].id)
    assert client.messages.batches.delete(made[0].id).type == "message_batch_deleted"
    with pytest.raises(anthropic.NotFoundError, match="not found"):
        client.messages.batches.retrieve(made[0].id)


def test_results_are_there_when_it_has_ended() -> None:
    to = emulator()
    post(to, {"requests": [item()]}, PATH)
    [name] = to.batches
    assert to.answer(Call("GET", f"{PATH}/{name}/results", {}, HEADERS)).status == 404


@pytest.mark.parametrize(
    ("requests", "text"),
    [
        (None, "requests: Field required"),
        ({}, "requests: Input should be a valid array"),
        ([], "requests: List should have at least 1 item"),
        (["x"], "requests.0: Input should be an object"),
        ([{"params": {}}], "requests.0.custom_id: Field required"),
        ([{"custom_id": 1, "params": {}}], "requests.0.custom_id: Input should be a valid string"),
        ([{"custom_id": "a"}], "requests.0.params: Field required"),
        ([{"custom_id": "a", "params": []}], "requests.0.params: Input should be a valid dictionary"),
        ([item("a b")], "requests.0.custom_id: String should match pattern"),
        ([item("x" * 65)], "requests.0.custom_id: String should match pattern"),
        ([item("a"), item("a")], "requests.1.custom_id: `a` is not unique"),
    ],
)
def test_a_batch_that_is_none_is_refused_as_a_whole(requests: Any, text: str) -> None:
    body = {} if requests is None else {"requests": requests}
    answer = post(emulator(), body, PATH)
    assert answer.status == 400
    assert said(answer).startswith(text)


@pytest.mark.parametrize("fields", [{"stream": True}, {"max_tokens": 0}, {"speed": "fast"}])
def test_what_batches_do_not_take_is_refused_one_by_one(fields: Any) -> None:
    result = outcome(item(**fields)["params"], betas="fast-mode-2026-02-01")
    assert result["type"] == "errored"


def test_thinking_that_fails_is_dropped_unless_an_error_is_asked_for() -> None:
    talk = two_answers(emulator(), system="Be kind.")
    beta = "thinking-binding-controls-2026-08-01"
    changed = talk.body(user("And then?"), system="Be brief.")
    asked = {**changed, "thinking": {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "error"}}}
    post(
        talk.to, {"requests": [{"custom_id": "a", "params": changed}, {"custom_id": "b", "params": asked}]}, PATH, beta
    )
    [batch] = talk.to.batches.values()
    first, second = (held["result"] for held in batch.results)
    assert len(first["message"]["input_transformations"]) == 2
    assert "bound to a different conversation" in second["error"]["error"]["message"]


@pytest.mark.parametrize("params", ["", 5, request(user("Hi"), model="claude-opus-4-8")])
def test_a_line_of_a_batch_is_no_request_of_one(params: Any) -> None:
    answer = outcome({"custom_id": "b", "params": params})
    assert answer["error"]["error"]["message"] == "model: Field required"
