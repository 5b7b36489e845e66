from typing import Any

import anthropic
import pytest

from sendable.wire.build import assistant, request, thinking, user
from tests.emulator.calling import body_of, client_of, emulator, post, said

PATH = "/v1/messages/count_tokens"


def counted(**fields: Any) -> Any:
    return post(emulator(), request(user("Hi"), **{"max_tokens": None, **fields}), PATH)


def test_the_official_client_counts() -> None:
    with client_of() as client:
        few = client.messages.count_tokens(model="claude-opus-4-8", messages=[{"role": "user", "content": "Hi"}])
        many = client.messages.count_tokens(model="claude-opus-4-8", messages=[{"role": "user", "content": "Hi" * 99}])
    assert 0 < few.input_tokens < many.input_tokens


def test_counting_refuses_what_messages_refuse_and_tools_that_the_provider_runs() -> None:
    assert said(counted(tools=[{"type": "web_search_20250305", "name": "web_search"}])).startswith("tools.0: ")
    assert said(counted(max_tokens=1, stream=True)).endswith("Extra inputs are not permitted")
    assert said(post(emulator(), request(max_tokens=None), PATH)) == "messages: at least one message is required"


def test_an_unknown_model_is_not_found() -> None:
    with client_of() as client, pytest.raises(anthropic.NotFoundError, match="model: nobody"):
        client.messages.count_tokens(model="nobody", messages=[{"role": "user", "content": "Hi"}])


def test_the_tokens_before_editing_are_told_where_editing_is_asked_for() -> None:
    body = request(user("Hi"), max_tokens=None, context_management={"edits": []})
    answer = body_of(post(emulator(), body, PATH, betas="context-management-2025-06-27"))
    assert answer["context_management"]["original_input_tokens"] == answer["input_tokens"]


def test_thinking_is_checked_here_too() -> None:
    body = request(user("Hi"), assistant(thinking(), "Hello."), user("Go on."), max_tokens=None)
    assert post(emulator(), body, PATH).status == 200
    assert "Invalid `signature`" in said(post(emulator(strict_signatures=True), body, PATH))
