"""The transports, under clients of httpx and under the official SDK, which has a library of its own."""

import asyncio
import gzip
import json
from typing import Any

import anthropic
import httpx
import httpx2
import pytest

import sendable
from sendable import UsageError
from sendable.relay import Report, tell_once
from sendable.testing import MessagesApi
from sendable.wire.build import assistant, user
from tests.clients.test_clouds import CLOUDS
from tests.clients.test_clouds import broken as broken_for
from tests.clients.test_middleware import BINDING, BROKEN, LOST, NAMED, WHOLE, calling_it
from tests.emulator.calling import HEADERS, KEY

LIBRARIES = pytest.mark.parametrize("library", [httpx, httpx2], ids=["httpx", "httpx2"])


def posted(client: Any, api: MessagesApi, body: Any, **headers: str) -> Any:
    return client.post(f"{api.base_url}/v1/messages", json=body, headers={**HEADERS, **headers})


@LIBRARIES
def test_a_broken_history_is_refused_alone_and_answered_with_it(library: Any, messages_api: MessagesApi) -> None:
    with library.Client() as alone:
        assert posted(alone, messages_api, BROKEN).status_code == 400
    told: list[Report] = []
    with library.Client(transport=sendable.Transport(on_report=told.append)) as mended:
        response = posted(mended, messages_api, BROKEN)
        assert response.status_code == 200
        assert response.headers["sendable-verdict"] == "repaired"
        assert sendable.report(response) == told[0]
        with mended.stream(
            "POST", f"{messages_api.base_url}/v1/messages", json={**BROKEN, "stream": True}, headers=HEADERS
        ) as streaming:
            assert "message_stop" in "".join(streaming.iter_text())
            assert sendable.report(streaming) == told[1]
    assert [report.verdict for report in told] == ["repaired", "repaired"]


@LIBRARIES
def test_it_is_the_same_for_asynchronous_clients(library: Any, messages_api: MessagesApi, tmp_path: Any) -> None:
    async def run(**options: Any) -> None:
        transport = sendable.AsyncTransport(**options)
        async with library.AsyncClient(transport=transport) as client:
            response = await posted(client, messages_api, NAMED)
            assert response.json()["content"][0]["name"] == "functions.search"
            body = {**NAMED, "stream": True}
            async with client.stream(
                "POST", f"{messages_api.base_url}/v1/messages", json=body, headers=HEADERS
            ) as streaming:
                text = "".join([piece async for piece in streaming.aiter_text()])
            assert "functions.search" in text
            assert (await client.get(f"{messages_api.base_url}/v1/models", headers=HEADERS)).status_code == 200

    messages_api.script(calling_it)
    asyncio.run(run())
    asyncio.run(run(ledger=tmp_path / "ledger.db"))
    assert messages_api.rejections == []


class Bytes:
    """An inner transport of either library, which answers with what it was sent."""

    def __init__(self, library: Any) -> None:
        self._library = library
        self.seen: list[Any] = []

    def handle_request(self, request: Any) -> Any:
        self.seen.append(request)
        return self._library.Response(200, stream=self._library.ByteStream(b"pong"))

    def close(self) -> None:
        self.seen.append("closed")


@LIBRARIES
def test_a_request_with_nothing_to_change_is_the_very_request(library: Any) -> None:
    inner = Bytes(library)
    transport = sendable.Transport(inner)
    content = json.dumps(WHOLE, indent=1).encode()
    request = library.Request("POST", "http://x/v1/messages", headers={"X-Odd": "1"}, content=content)
    assert transport.handle_request(request).read() == b"pong"
    upload = library.Request("POST", "http://x/v1/files", content=iter([b"a", b"b"]))
    assert transport.handle_request(upload).read() == b"pong"
    transport.close()
    assert inner.seen[0] is request
    assert inner.seen[1] is upload
    # What is sent piece by piece is not read here.
    assert not hasattr(upload, "_content")
    assert inner.seen[2] == "closed"
    assert request.read() == content


@LIBRARIES
def test_a_changed_request_keeps_all_but_its_length(library: Any) -> None:
    inner = Bytes(library)
    request = library.Request(
        "POST",
        "http://x/v1/messages?beta=true",
        headers={"X-Odd": "1", "sendable-conversation": "alice"},
        json=BROKEN,
        extensions={"timeout": {"read": 1}},
    )
    sendable.Transport(inner).handle_request(request)
    (sent,) = inner.seen
    assert (sent.method, sent.url, sent.extensions) == (request.method, request.url, request.extensions)
    headers = dict(sent.headers)
    assert headers.pop("content-length") == str(len(sent.content))
    assert "sendable-conversation" not in headers
    assert headers == {name: value for name, value in request.headers.items() if name != "content-length"}
    assert len(json.loads(sent.content)["messages"]) == len(BROKEN["messages"]) + 1


def test_a_refused_request_is_answered_as_the_api_would(messages_api: MessagesApi) -> None:
    with httpx2.Client(transport=sendable.Transport(mode="check")) as sends:
        client = anthropic.Anthropic(base_url=messages_api.base_url, api_key=KEY, http_client=sends)
        with pytest.raises(anthropic.BadRequestError) as refused:
            client.messages.create(**BROKEN)
        assert refused.value.body["error"]["message"].startswith(LOST)  # type: ignore[index]
        report = sendable.report(refused.value)
        assert report is not None
        assert report.verdict == "rejected"
    assert messages_api.requests == []


def test_or_an_error_is_raised(messages_api: MessagesApi) -> None:
    transport = sendable.Transport(mode="check", refuse="raise")
    with httpx.Client(transport=transport) as client, pytest.raises(sendable.RejectedError, match=LOST[:20]):
        posted(client, messages_api, BROKEN)

    async def run() -> None:
        transport = sendable.AsyncTransport(mode="check", refuse="raise")
        async with httpx.AsyncClient(transport=transport) as client:
            await posted(client, messages_api, BROKEN)

    with pytest.raises(sendable.RejectedError, match=LOST[:20]):
        asyncio.run(run())
    assert messages_api.requests == []
    with pytest.raises(UsageError, match="one of answer, raise"):
        sendable.Transport(refuse="silently")


def thought(api: MessagesApi) -> Any:
    """A history whose thinking was made by another process, under another system prompt."""
    api.script([{"thinking": "Hm."}, "Since."])
    asked = {"model": BINDING, "max_tokens": 2048, "messages": [user("Why?")]}
    with httpx.Client() as client:
        content = posted(client, api, asked).json()["content"]
    return {**asked, "system": "Be brief.", "messages": [user("Why?"), assistant(*content), user("And?")]}


@LIBRARIES
def test_a_refusal_that_could_not_be_foreseen_is_answered_once_more(library: Any, messages_api: MessagesApi) -> None:
    told: list[Report] = []
    asked = thought(messages_api)
    with library.Client(transport=sendable.Transport(on_report=told.append)) as client:
        assert posted(client, messages_api, asked).status_code == 200
    assert [(report.verdict, report.retried) for report in told] == [("accepted", ""), ("repaired", "thinking-bound")]

    async def run() -> None:
        async with library.AsyncClient(transport=sendable.AsyncTransport()) as client:
            assert (await posted(client, messages_api, asked)).status_code == 200

    asyncio.run(run())
    assert len(messages_api.rejections) == 2


@LIBRARIES
def test_a_refusal_with_no_better_request_reaches_the_caller_as_it_came(
    library: Any, messages_api: MessagesApi
) -> None:
    messages_api.script({"error": {"status": 400, "message": "Something new."}})
    url = f"{messages_api.base_url}/v1/messages"
    with (
        library.Client(transport=sendable.Transport()) as client,
        client.stream("POST", url, json=WHOLE, headers=HEADERS) as response,
    ):
        assert b"Something new." in b"".join(response.iter_raw())

    async def run() -> None:
        async with library.AsyncClient(transport=sendable.AsyncTransport()) as client:
            assert "Something new." in (await posted(client, messages_api, WHOLE)).text

    asyncio.run(run())
    assert len(messages_api.requests) == 2


@LIBRARIES
def test_a_refusal_may_be_compressed(library: Any) -> None:
    body = gzip.compress(b'{"type":"error","error":{"type":"invalid_request_error","message":"Something new."}}')

    def refuse(request: Any) -> Any:
        headers = {"content-encoding": "gzip", "content-type": "application/json"}
        return library.Response(400, headers=headers, stream=library.ByteStream(body))

    with library.Client(transport=sendable.Transport(library.MockTransport(refuse))) as client:
        response = client.post("http://x/v1/messages", json=WHOLE)
    assert response.json()["error"]["message"] == "Something new."


SIGNED = [name for name, cloud in CLOUDS.items() if "aws_secret_key" in cloud.settings]


@pytest.mark.parametrize("name", SIGNED)
def test_a_signed_request_is_checked_and_left_as_it_is(name: str, messages_api: MessagesApi) -> None:
    cloud = CLOUDS[name]
    told: list[Report] = []
    platform = "bedrock" if cloud.platform == "bedrock" else "api"
    transport = sendable.Transport(platform=platform, on_report=told.append)
    client = cloud.client(messages_api.base_url, http_client=httpx2.Client(transport=transport))
    with client, pytest.raises(anthropic.BadRequestError, match="were found without `tool_result` blocks"):
        client.messages.create(**broken_for(cloud))
    assert [(report.verdict, report.platform, report.notes) for report in told] == [("rejected", platform, ["signed"])]
    assert messages_api.requests == []


@pytest.mark.parametrize("name", [name for name in CLOUDS if name not in SIGNED])
def test_clouds_with_a_token_are_repaired(name: str, messages_api: MessagesApi) -> None:
    cloud = CLOUDS[name]
    transport = sendable.Transport(platform=cloud.platform)
    with cloud.client(messages_api.base_url, http_client=httpx2.Client(transport=transport)) as client:
        assert client.messages.create(**broken_for(cloud)).stop_reason == "tool_use"
        with client.messages.stream(**broken_for(cloud)) as stream:
            assert stream.get_final_message().stop_reason == "tool_use"
    assert messages_api.rejections == []


def test_a_stream_that_is_abandoned_is_closed(messages_api: MessagesApi) -> None:
    url = f"{messages_api.base_url}/v1/messages"
    body = {**NAMED, "stream": True}
    with httpx.Client(transport=sendable.Transport()) as client:
        with client.stream("POST", url, json=body, headers=HEADERS) as response:
            next(iter(response.iter_raw()))
        assert response.is_closed

    async def run() -> None:
        async with httpx.AsyncClient(transport=sendable.AsyncTransport()) as client:
            async with client.stream("POST", url, json=body, headers=HEADERS) as response:
                async for _ in response.aiter_raw():
                    break
            assert response.is_closed

    asyncio.run(run())


@LIBRARIES
def test_what_sends_is_entered_and_left_with_the_client(library: Any) -> None:
    steps: list[str] = []

    class Inner(library.BaseTransport):  # type: ignore[misc]
        def __enter__(self) -> Any:
            steps.append("entered")
            return self

        def __exit__(self, *_: Any) -> None:
            steps.append("left")

    class AsyncInner(library.AsyncBaseTransport):  # type: ignore[misc]
        async def __aenter__(self) -> Any:
            steps.append("entered")
            return self

        async def __aexit__(self, *_: Any) -> None:
            steps.append("left")

        async def aclose(self) -> None:
            steps.append("closed")

    with library.Client(transport=sendable.Transport(Inner())):
        pass

    async def run() -> None:
        async with library.AsyncClient(transport=sendable.AsyncTransport(AsyncInner())):
            pass
        await library.AsyncClient(transport=sendable.AsyncTransport(AsyncInner())).aclose()
        await sendable.AsyncTransport().aclose()

    asyncio.run(run())
    sendable.Transport().close()
    assert steps == ["entered", "left", "entered", "left", "closed"]


def test_what_is_no_request_passes(messages_api: MessagesApi) -> None:
    with httpx.Client(transport=sendable.Transport()) as client:
        response = client.post(f"{messages_api.base_url}/v1/messages", content=b"", headers=HEADERS)
        assert (response.status_code, response.headers["sendable-notes"]) == (400, "unreadable")


@pytest.mark.parametrize(
    ("kind", "inner", "told"),
    [
        (sendable.Transport, "check", "inner is a transport with handle_request, not str; a mode is given by name"),
        (sendable.AsyncTransport, "check", "inner is a transport with handle_async_request, not str"),
        (sendable.Transport, httpx.AsyncHTTPTransport(), "inner is a transport with handle_request"),
        (sendable.AsyncTransport, httpx.HTTPTransport(), "inner is a transport with handle_async_request"),
        (sendable.Transport, sendable.AsyncTransport(), "for asynchronous clients"),
        (sendable.AsyncTransport, sendable.Transport(), "for synchronous clients"),
    ],
)
def test_what_cannot_send_is_no_inner_transport(kind: Any, inner: Any, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        kind(inner)


@pytest.mark.parametrize("library", [httpx, httpx2])
def test_a_client_of_the_other_kind_is_told(library: Any) -> None:
    async def asked(entered: bool) -> None:
        client = library.AsyncClient(transport=sendable.Transport())
        if entered:
            async with client:
                raise AssertionError
        await client.get("http://127.0.0.1:9/")

    for entered in (False, True):
        with pytest.raises(UsageError, match="an asynchronous one takes AsyncTransport"):
            asyncio.run(asked(entered))
    with pytest.raises(UsageError, match="a synchronous one takes Transport"):
        library.Client(transport=sendable.AsyncTransport()).get("http://127.0.0.1:9/")
    with (
        pytest.raises(UsageError, match="a synchronous one takes Transport"),
        library.Client(transport=sendable.AsyncTransport()),
    ):
        raise AssertionError


@LIBRARIES
def test_the_body_for_another_vendor_s_model_is_the_very_request(library: Any) -> None:
    seen: list[Any] = []

    def answering(request: Any) -> Any:
        seen.append(request)
        return library.Response(200, json={})

    profile = "arn%3Aaws%3Abedrock%3Ax%3A1%3Aapplication-inference-profile%2Fabc"
    with library.Client(transport=sendable.Transport(library.MockTransport(answering), mode="check")) as client:
        for path in ("/model/amazon.nova-lite-v1:0/invoke", f"/model/{profile}/invoke"):
            assert client.post(f"http://a.test{path}", content=b'{"inputText":  "hi"}').status_code == 200
        claude = client.post("http://a.test/model/anthropic.claude-opus-4-8/invoke", content=b'{"inputText":  "hi"}')
        assert (claude.status_code, claude.headers["sendable-verdict"]) == (400, "rejected")
    assert [request.content for request in seen] == [b'{"inputText":  "hi"}'] * 2


@LIBRARIES
def test_a_path_that_is_nearly_one_of_ours_is_told_once(library: Any, caplog: pytest.LogCaptureFixture) -> None:
    tell_once.cache_clear()
    inner = library.MockTransport(lambda _: library.Response(200, json={}))
    with library.Client(transport=sendable.Transport(inner, mode="check")) as client:
        for path in ("//v1/messages", "//v1/messages", "//v1/files"):
            assert client.post(f"http://a.test{path}", json={"sk-content": 1}).status_code == 200
    tell_once.cache_clear()
    [told] = [record.getMessage() for record in caplog.records if record.name == "sendable"]
    assert "a double slash" in told
    assert "sk-content" not in told


def test_a_presigned_request_is_checked_and_left_as_it_is() -> None:
    inner = httpx.MockTransport(lambda _: httpx.Response(200, json={}))
    body = {"anthropic_version": "bedrock-2023-05-31", **{key: BROKEN[key] for key in BROKEN if key != "model"}}
    with httpx.Client(transport=sendable.Transport(inner)) as client:
        path = "http://a.test/model/anthropic.claude-opus-4-8/invoke"
        response = client.post(path, params={"X-Amz-Signature": "ab"}, json=body)
        assert (response.status_code, response.headers["sendable-notes"]) == (400, "signed")
        assert client.post(path, json=body).headers["sendable-verdict"] == "repaired"
