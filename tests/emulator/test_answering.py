"""Faults on demand, as the official client meets them."""

import time
from typing import Any

import anthropic
import httpx2
import pytest

from sendable.testing import MessagesApi
from tests.emulator.calling import client_at

HI: list[Any] = [{"role": "user", "content": "Hi"}]


def ask(api: MessagesApi, stream: bool = False, timeout: float = 10) -> Any:
    with client_at(api.base_url).with_options(timeout=timeout) as client:
        if not stream:
            return client.messages.create(model="claude-opus-4-8", max_tokens=9, messages=HI)
        with client.messages.stream(model="claude-opus-4-8", max_tokens=9, messages=HI) as events:
            return [event.type for event in events]


@pytest.mark.parametrize(
    ("error", "kind", "text"),
    [
        (429, anthropic.RateLimitError, "rate limit"),
        (500, anthropic.InternalServerError, "Internal server error"),
        (529, anthropic.APIStatusError, "Overloaded"),
        ("overloaded_error", anthropic.APIStatusError, "Overloaded"),
        ({"status": 400, "message": "No."}, anthropic.BadRequestError, "No."),
        ({"status": 402}, anthropic.APIStatusError, "billing_error"),
    ],
)
@pytest.mark.parametrize("stream", [False, True])
def test_errors_are_raised_as_those_of_the_api(
    messages_api: MessagesApi, error: Any, kind: type[Exception], text: str, stream: bool
) -> None:
    messages_api.script({"error": error})
    with pytest.raises(kind, match=text):
        ask(messages_api, stream)


def test_a_client_that_waits_and_tries_again_is_answered(messages_api: MessagesApi) -> None:
    messages_api.script({"answer": {"error": {"status": 429, "retry_after": 0}}, "times": 2}, {"answer": "Hello."})
    with client_at(messages_api.base_url).with_options(max_retries=2) as client:
        answer = client.messages.create(model="claude-opus-4-8", max_tokens=9, messages=HI)
    assert answer.content[0].type == "text"
    assert [fault.status for fault in messages_api.faults] == [429, 429]
    assert messages_api.rejections == []


def test_an_error_inside_the_stream_comes_behind_what_was_told(messages_api: MessagesApi) -> None:
    messages_api.script({"text": "Hello. " * 20, "error": {"type": "overloaded_error", "after": 4}})
    with pytest.raises(anthropic.APIStatusError, match="Overloaded"):
        ask(messages_api, stream=True)


@pytest.mark.parametrize("stream", [False, True])
def test_a_cut_connection_is_one_for_the_client(messages_api: MessagesApi, stream: bool) -> None:
    messages_api.script({"text": "Hello. " * 20, "cut": 3})
    with pytest.raises((anthropic.APIConnectionError, httpx2.TransportError)):
        ask(messages_api, stream)
    messages_api.script("Hello.")
    assert ask(messages_api, stream)


def test_a_timeout_is_as_long_as_it_is_told_to_be(messages_api: MessagesApi) -> None:
    messages_api.script({"timeout": 0.3})
    began = time.monotonic()
    with pytest.raises(anthropic.APIStatusError, match="timed out"):
        ask(messages_api)
    assert time.monotonic() - began > 0.25
    messages_api.script({"timeout": True})
    with pytest.raises(anthropic.APITimeoutError):
        ask(messages_api, timeout=0.3)


def test_an_answer_may_be_late_and_slow(messages_api: MessagesApi) -> None:
    messages_api.script({"text": "Hello.", "delay": 0.2, "pace": 0.02})
    began = time.monotonic()
    assert ask(messages_api, stream=True)[-1] == "message_stop"
    assert time.monotonic() - began > 0.3
