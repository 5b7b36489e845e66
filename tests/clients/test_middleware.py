"""The official client with `sendable.Middleware`: alone and with it, plain and streaming, both kinds of client."""

import asyncio
import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import anthropic
import httpx2
import pytest

import sendable
from sendable.relay import Report
from sendable.testing import MessagesApi
from sendable.wire.build import assistant, native_call, tool, tool_result, tool_use, user
from tests.clients.wire import Wire
from tests.emulator.calling import KEY

OPUS = "claude-opus-4-8"
BINDING = "claude-opus-5-5"
BROKEN: Any = {
    "model": OPUS,
    "max_tokens": 1024,
    "tools": [tool()],
    "messages": [user("Find it."), assistant(tool_use()), user("Never mind.")],
}
WHOLE: Any = {**BROKEN, "messages": [user("Find it."), assistant(tool_use()), user(tool_result())]}
NAMED: Any = {
    **BROKEN,
    "tools": [
        {**tool("functions.search"), "input_schema": {"type": "object", "properties": {"q": {"type": "string"}}}}
    ],
    "messages": [
        user("Find it."),
        assistant(tool_use("functions.search:0", "functions.search")),
        user(tool_result("functions.search:0"), "More."),
    ],
}
LOST = "messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1."


@contextmanager
def client(api: MessagesApi, *between: Any, wire: Wire | None = None, **more: Any) -> Iterator[anthropic.Anthropic]:
    sends = httpx2.Client(transport=wire) if wire is not None else None
    with anthropic.Anthropic(
        base_url=api.base_url, api_key=KEY, max_retries=0, middleware=between, http_client=sends, **more
    ) as made:
        yield made


def streamed(made: Any, **fields: Any) -> Any:
    with made.messages.stream(**fields) as stream:
        return stream.get_final_message()


def iterated(made: Any, **fields: Any) -> list[Any]:
    with made.messages.create(**fields, stream=True) as stream:
        return list(stream)


WAYS: dict[str, Callable[..., Any]] = {
    "plain": lambda made, **fields: made.messages.create(**fields),
    "stream=True": iterated,
    ".messages.stream()": streamed,
    "beta": lambda made, **fields: made.beta.messages.create(**fields),
    "beta stream": lambda made, **fields: streamed(made.beta, **fields),
    "raw": lambda made, **fields: made.messages.with_raw_response.create(**fields).parse(),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_a_broken_history_is_refused_alone_and_answered_with_it(way: Any, messages_api: MessagesApi) -> None:
    with client(messages_api) as alone, pytest.raises(anthropic.BadRequestError, match=LOST[:20]):
        way(alone, **BROKEN)
    told: list[Report] = []
    with client(messages_api, sendable.Middleware(on_report=told.append)) as mended:
        assert way(mended, **BROKEN)
    assert [report.verdict for report in told] == ["repaired"]
    assert [change.by for change in told[0].changes] == ["answer_missing_results"]
    assert len(messages_api.rejections) == 1


def test_the_asynchronous_client_is_as_the_other(messages_api: MessagesApi) -> None:
    async def run() -> None:
        async with anthropic.AsyncAnthropic(
            base_url=messages_api.base_url, api_key=KEY, max_retries=0, middleware=[sendable.Middleware()]
        ) as made:
            answer = await made.messages.create(**BROKEN)
            held = sendable.report(answer)
            assert held is not None
            assert held.verdict == "repaired"
            async with await made.messages.create(**BROKEN, stream=True) as events:
                assert [event.type async for event in events][-1] == "message_stop"
            async with made.beta.messages.stream(**BROKEN) as stream:
                assert (await stream.get_final_message()).content
                assert sendable.report(stream) is not None
            with pytest.raises(sendable.RejectedError, match=LOST[:20]):
                await made.with_options(middleware=[sendable.Middleware("check")]).messages.create(**BROKEN)

    asyncio.run(run())
    assert messages_api.rejections == []


class Idle(anthropic.Middleware):
    """Does nothing; with any middleware the SDK itself sends a header more."""

    def handle(self, request: Any, call_next: Any) -> Any:
        return call_next(request)


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_an_accepted_request_goes_out_byte_for_byte(way: Any, messages_api: MessagesApi) -> None:
    bare, idle, seen = Wire(), Wire(), Wire()
    odd = {**WHOLE, "metadata": {"user_id": "é\u2028 1e5"}, "extra_body": {"temperature": 1.0}}
    with (
        client(messages_api, wire=bare) as alone,
        client(messages_api, Idle(), wire=idle) as other,
        client(messages_api, sendable.Middleware(), wire=seen) as mended,
    ):
        for made in (alone, other, mended):
            way(made, **odd)
    assert seen.bodies == bare.bodies
    (sent,), (expected,) = seen.headers, idle.headers
    assert sent.keys() == expected.keys()
    # Each request has a key of its own, made by chance.
    assert {name for name in sent if sent[name] != expected[name]} <= {"idempotency-key"}


def test_a_changed_request_differs_in_what_was_changed_alone(messages_api: MessagesApi) -> None:
    wire = Wire()
    with client(messages_api, sendable.Middleware(), wire=wire) as mended:
        mended.messages.create(**BROKEN)
    body = json.loads(wire.bodies[0])
    *before, result, last = body["messages"]
    assert [*before, last] == BROKEN["messages"]
    assert [block["type"] for block in result["content"]] == ["tool_result"]
    assert {name: body[name] for name in body if name != "messages"} == {
        name: BROKEN[name] for name in BROKEN if name != "messages"
    }


def test_other_endpoints_are_left_alone(messages_api: MessagesApi) -> None:
    bare, seen = Wire(), Wire()
    told: list[Report] = []
    asked: Any = [{"custom_id": "a", "params": BROKEN}]
    between = sendable.Middleware(on_report=told.append)
    with client(messages_api, wire=bare) as alone, client(messages_api, between, wire=seen) as mended:
        for made in (alone, mended):
            assert made.models.list().data
            made.messages.batches.create(requests=asked)
            made.beta.files.list()
    assert seen.bodies == bare.bodies
    assert told == []


def test_tokens_are_counted_of_the_repaired_request(messages_api: MessagesApi) -> None:
    asked = {name: value for name, value in BROKEN.items() if name != "max_tokens"}
    with client(messages_api) as alone, pytest.raises(anthropic.BadRequestError):
        alone.messages.count_tokens(**asked)
    with client(messages_api, sendable.Middleware()) as mended:
        assert mended.messages.count_tokens(**asked).input_tokens > 0


def calling_it(turn: Any) -> Any:
    """Call the tool by the name that came, and say it in the input too."""
    name = turn.tools[0]["name"]
    return {"call": {"name": name, "input": {"q": f"{name}!"}}}


def test_ids_and_names_come_back_as_they_were(messages_api: MessagesApi) -> None:
    messages_api.script(calling_it)
    wire = Wire()
    with client(messages_api) as alone, pytest.raises(anthropic.BadRequestError, match="String should match"):
        alone.messages.create(**NAMED)
    with client(messages_api, sendable.Middleware(), wire=wire) as mended:
        plain = mended.messages.create(**NAMED)
        raw = mended.messages.with_raw_response.create(**NAMED)
        final = streamed(mended, **NAMED)
        events = iterated(mended, **NAMED)
        with mended.messages.with_streaming_response.create(**NAMED) as response:
            late = response.parse()
    given = json.loads(wire.bodies[0])["tools"][0]["name"]
    assert given != "functions.search"
    for message in (plain, raw.parse(), final, late):
        (call,) = message.content
        assert (call.name, call.input) == ("functions.search", {"q": f"{given}!"})
    assert raw.headers["sendable-verdict"] == "repaired"
    starts = [event.content_block.name for event in events if event.type == "content_block_start"]
    deltas = "".join(event.delta.partial_json for event in events if event.type == "content_block_delta")
    assert starts == ["functions.search"]
    assert json.loads(deltas) == {"q": f"{given}!"}
    assert all(f'"name":"{given}"'.encode() in answer.replace(b": ", b":") for answer in wire.answers)


def test_thinking_is_remembered_and_a_clock_in_the_system_prompt_does_no_harm(messages_api: MessagesApi) -> None:
    messages_api.script([{"thinking": "Hm."}, "Since."])
    first: Any = {"model": BINDING, "max_tokens": 2048, "system": "It is 10:41.", "messages": [user("Why?")]}
    for way in (WAYS["plain"], streamed):
        told: list[Report] = []
        with client(messages_api, sendable.Middleware(on_report=told.append)) as mended:
            answer = way(mended, **first)
            said = assistant(*(block.model_dump(exclude_none=True) for block in answer.content))
            later = {**first, "system": "It is 10:42.", "messages": [*first["messages"], said, user("And?")]}
            assert way(mended, **later).content
            with pytest.raises(anthropic.BadRequestError, match="The `system` prompt differs"):
                way(mended.with_options(middleware=[]), **later)
        assert [report.verdict for report in told] == ["accepted", "repaired"]
        # It was foreseen: nothing had to be sent twice.
        assert told[1].retried == ""


def test_a_stream_that_is_abandoned_does_no_harm(messages_api: MessagesApi) -> None:
    messages_api.script([{"thinking": "Hm."}, "Since."])
    asked: Any = {"model": BINDING, "max_tokens": 2048, "messages": [user("Why?")]}
    ledger = sendable.Ledger()
    with client(messages_api, sendable.Middleware(ledger=ledger)) as mended:
        with mended.messages.create(**asked, stream=True) as events:
            next(iter(events))
        with mended.messages.create(**asked, stream=True) as events:
            for event in events:
                if event.type == "message_stop":
                    break
            said = event.type
        assert said == "message_stop"
        message = streamed(mended, **asked)
    blocks = assistant(*(block.model_dump(exclude_none=True) for block in message.content))
    changed = {**asked, "system": "Be brief.", "messages": [*asked["messages"], blocks, user("And?")]}
    assert [finding.rule for finding in ledger.foresee(changed)] != []


def test_a_refusal_that_could_not_be_foreseen_is_answered_once_more(messages_api: MessagesApi) -> None:
    messages_api.script([{"thinking": "Hm."}, "Since."])
    first: Any = {"model": BINDING, "max_tokens": 2048, "messages": [user("Why?")]}
    told: list[Report] = []
    for way in (WAYS["plain"], streamed, iterated):
        told.clear()
        with client(messages_api) as alone:
            said = assistant(*(b.model_dump(exclude_none=True) for b in alone.messages.create(**first).content))
        # The process that made the thinking is gone, and its ledger with it.
        later = {**first, "system": "Be brief.", "messages": [*first["messages"], said, user("And?")]}
        count = len(messages_api.requests)
        with client(messages_api, sendable.Middleware(on_report=told.append)) as mended:
            assert way(mended, **later)
        assert len(messages_api.requests) == count + 2
        assert [report.retried != "" for report in told] == [False, True]


def test_there_is_no_second_retry(messages_api: MessagesApi) -> None:
    messages_api.script({"error": {"status": 400, "message": "Something new."}})
    with client(messages_api, sendable.Middleware()) as mended:
        with pytest.raises(anthropic.BadRequestError, match=r"Something new\.") as refused:
            mended.messages.create(**WHOLE)
        held = sendable.report(refused.value)
        with pytest.raises(anthropic.BadRequestError, match=r"Something new\."):
            streamed(mended, **WHOLE)
    assert held is not None
    assert held.verdict == "accepted"
    assert len(messages_api.requests) == 2


def test_check_raises_before_sending(messages_api: MessagesApi) -> None:
    with client(messages_api, sendable.Middleware("check")) as checking:
        for way in WAYS.values():
            with pytest.raises(sendable.RejectedError) as refused:
                way(checking, **BROKEN)
            assert str(refused.value).startswith(f"Not sent, since the API would refuse it with status 400: {LOST}")
            assert [finding.path for finding in refused.value.findings] == ["messages.1.content.0"]
            assert sendable.report(refused.value) == refused.value.report
        assert checking.messages.create(**WHOLE).content
    assert len(messages_api.requests) == 1


def test_what_cannot_be_repaired_is_not_sent(messages_api: MessagesApi) -> None:
    with (
        client(messages_api, sendable.Middleware(invent=False, max_loss="keeps")) as mended,
        pytest.raises(sendable.RejectedError, match="It has no repair within the options"),
    ):
        mended.messages.create(**BROKEN)
    assert messages_api.requests == []


def test_observe_sends_as_it_is_and_reports(messages_api: MessagesApi, caplog: pytest.LogCaptureFixture) -> None:
    told: list[Report] = []
    with (
        caplog.at_level(logging.INFO, "sendable"),
        client(messages_api, sendable.Middleware("observe", on_report=told.append)) as watched,
        pytest.raises(anthropic.BadRequestError, match=LOST[:20]),
    ):
        watched.messages.create(**BROKEN)
    assert [(report.verdict, report.rules) for report in told] == [("observed", ["tool-use-without-result"])]
    assert "observed api messages claude-opus-4-8 remaining tool-use-without-result" in caplog.text


def test_the_name_of_a_conversation_stays_in_the_process(messages_api: MessagesApi) -> None:
    keys: list[Any] = []

    def key(body: dict[str, Any]) -> str:
        keys.append(body["messages"][0]["content"])
        raise KeyError("metadata")

    name = {"sendable-conversation": "alice"}
    wire = Wire()
    with client(messages_api, sendable.Middleware(conversation=key), wire=wire) as mended:
        mended.messages.create(**WHOLE, extra_headers={"Sendable-Conversation": "alice"})
        mended.with_options(default_headers=name).messages.create(**WHOLE)
        mended.with_options(default_headers=name).models.list()
        mended.models.list(extra_headers=name)
        assert keys == []
        # A key that cannot be found costs no request.
        assert mended.messages.create(**WHOLE).content
    assert keys == ["Find it."]
    assert len(wire.headers) == 5
    assert not any("sendable-conversation" in held for held in wire.headers)


def test_a_lone_surrogate_can_be_sent_with_it(messages_api: MessagesApi) -> None:
    asked: Any = {**BROKEN, "messages": [user("Half an emoji: \ud83d")]}
    with client(messages_api) as alone, pytest.raises(UnicodeEncodeError):
        alone.messages.create(**asked)
    with client(messages_api, sendable.Middleware()) as mended:
        assert mended.messages.create(**asked).content


def test_it_stands_beside_other_middleware(messages_api: MessagesApi) -> None:
    messages_api.script(calling_it)
    seen: list[str] = []

    def reading(request: anthropic.APIRequest, call_next: anthropic.CallNext) -> anthropic.APIResponse[Any]:
        response = call_next(request)
        if not request.stream:
            seen.append(response.parse().content[0].name)
        return response

    fallback = anthropic.BetaRefusalFallbackMiddleware([{"model": "claude-opus-4-8"}])
    with client(messages_api, reading, fallback, sendable.Middleware(), reading) as mended:
        assert mended.beta.messages.create(**NAMED).content[0].name == "functions.search"
        assert streamed(mended.beta, **NAMED).content[0].name == "functions.search"
    inner, outer = seen
    assert inner != outer == "functions.search"


@pytest.mark.parametrize("conversation", [None, "a"])
def test_the_tool_runner_continues_its_thread(conversation: str | None, messages_api: MessagesApi) -> None:
    thinks = {"thinking": "Hm."}
    messages_api.script([{"match": "Find", "answers": [[thinks, {"call": "search"}], [thinks, "It is 42."]]}])

    @anthropic.beta_tool
    def search() -> str:
        """Looks it up."""
        return "42"

    asked: Any = {"model": BINDING, "max_tokens": 2048, "tools": [search], "messages": [user("Find it.")]}
    told: list[Report] = []
    with client(messages_api, sendable.Middleware(conversation=conversation, on_report=told.append)) as mended:
        said = list(mended.beta.messages.tool_runner(**asked))
        assert said[-1].content[-1].text == "It is 42."  # type: ignore[union-attr]
        assert [sendable.report(message) for message in said] == told
        streams = mended.beta.messages.tool_runner(**asked, stream=True)
        assert [sendable.report(stream) for stream in streams if stream.get_final_message()] == told[2:]
        # What was thought on a thread is under what the whole history shows.
        result = tool_result(said[0].content[-1].id)  # type: ignore[union-attr]
        first, last = (assistant(*(b.model_dump(exclude_none=True) for b in message.content)) for message in said)
        whole = [user("Find it."), first, user(result), last, user("And?")]
        assert mended.messages.create(**{**asked, "tools": [search.to_dict()], "messages": whole}).content
    assert [report.verdict for report in told] == ["accepted"] * 5
    assert messages_api.rejections == []


def test_a_web_search_that_never_returned(messages_api: MessagesApi) -> None:
    search = {"type": "web_search_20250305", "name": "web_search"}
    stored = [user("Find it."), assistant(native_call(), tool_use()), user(tool_result(), "And?")]
    with client(messages_api, sendable.Middleware()) as mended:
        assert mended.messages.create(**{**BROKEN, "tools": [tool(), search], "messages": stored}).content


def test_the_ledger_may_be_a_file(messages_api: MessagesApi, tmp_path: Any) -> None:
    messages_api.script([{"thinking": "Hm."}, "Since."])
    first: Any = {"model": BINDING, "max_tokens": 2048, "messages": [user("Why?")]}
    for address in (tmp_path / "ledger.db", f"sqlite:{tmp_path / 'other.db'}"):
        with client(messages_api, sendable.Middleware(ledger=address)) as mended:
            said = assistant(*(b.model_dump(exclude_none=True) for b in mended.messages.create(**first).content))
        told: list[Report] = []
        later = {**first, "system": "Be brief.", "messages": [*first["messages"], said, user("And?")]}

        async def again(between: sendable.Middleware, asked: Any) -> None:
            async with (
                anthropic.AsyncAnthropic(
                    base_url=messages_api.base_url, api_key=KEY, max_retries=0, middleware=[between]
                ) as made,
                made.messages.stream(**asked) as stream,
            ):
                assert (await stream.get_final_message()).content

        asyncio.run(again(sendable.Middleware(ledger=address, on_report=told.append), later))
        assert [(report.verdict, report.retried) for report in told] == [("repaired", "")]
