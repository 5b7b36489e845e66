import asyncio
import io
import json
from collections.abc import AsyncIterator
from typing import Any

import anthropic
import httpx
import pytest

from sendable import Ledger, UsageError, check
from sendable.emulator.server import serving
from sendable.prefix import responses
from sendable.prefix.responses import opened

REQUEST: dict[str, Any] = {
    "model": "claude-opus-5-5",
    "max_tokens": 2000,
    "system": "a",
    "messages": [{"role": "user", "content": "Hello."}],
}
BODY = {"role": "assistant", "content": [{"type": "text", "text": "Hello."}]}


def is_remembered(ledger: Ledger, content: list[dict[str, Any]]) -> bool:
    messages = [*REQUEST["messages"], {"role": "assistant", "content": content}, {"role": "user", "content": "And?"}]
    return bool(check({**REQUEST, "system": "b", "messages": messages}, ledger=ledger))


@pytest.mark.parametrize("response", [None, "x", b"x", BODY, [BODY]])
def test_what_can_be_read_is_the_same(response: object) -> None:
    assert opened(response) is response


@pytest.mark.parametrize("form", [bytearray, memoryview])
def test_bytes_of_other_types_are_bytes(form: Any) -> None:
    assert opened(form(b"{}")) == b"{}"


def test_what_a_client_holds_of_a_response_is_opened() -> None:
    with serving(lambda _turn: [{"thinking": "Hm."}, "Hello."]) as server:
        client = anthropic.Anthropic(base_url=server.base_url, api_key="k", max_retries=0)
        raw = client.messages.with_raw_response.create(**REQUEST)
        content = raw.parse().model_dump(exclude_none=True)["content"]
        with client.messages.with_streaming_response.create(**REQUEST) as streaming:
            streaming.read()
        stream = client.messages.with_raw_response.create(**REQUEST, stream=True)
        with pytest.raises(UsageError, match="was not read"):
            opened(stream)
        for response in (raw, raw.http_response, streaming, stream.parse()):
            ledger = Ledger()
            ledger.record(REQUEST, response)
            assert is_remembered(ledger, content)


def test_async_responses_are_named_for_what_they_are() -> None:
    async def events() -> AsyncIterator[dict[str, Any]]:
        yield BODY

    async def record() -> None:
        asked = asyncio.sleep(0)
        for response, told in ((asked, responses.AWAIT), (events(), responses.ASYNC)):
            with pytest.raises(UsageError) as caught:
                Ledger().record(REQUEST, response)
            assert str(caught.value) == told
        await asked

    asyncio.run(record())


@pytest.mark.parametrize("response", [5, True, 1.5, object(), dict, httpx.Client])
def test_what_can_never_be_read_is_refused(response: object) -> None:
    with pytest.raises(UsageError, match="a response is a Message"):
        Ledger().record(REQUEST, response)


def test_the_response_of_aws_is_refused_with_what_to_record() -> None:
    with pytest.raises(UsageError, match="`body`"):
        Ledger().record(REQUEST, {"ResponseMetadata": {}, "body": io.BytesIO(b"{}")})


@pytest.mark.parametrize(
    "response",
    [
        {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}},
        {"content": 5},
        b"<html>Bad gateway</html>",
        httpx.Response(529, content=json.dumps({"type": "error"})),
        [],
    ],
    ids=["error", "odd content", "page", "refused", "no events"],
)
def test_an_error_adds_nothing_and_is_no_mistake(response: object) -> None:
    ledger = Ledger()
    ledger.record(REQUEST, response)
    assert not is_remembered(ledger, BODY["content"])  # type: ignore[arg-type]
