"""pydantic-ai and tools that the provider runs: searches in flight, tool search, histories that a processor cut."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

import pytest

from sendable import Target
from sendable.prepare import prepare
from sendable.testing import MessagesApi
from tests.clients.conftest import Tells
from tests.clients.pydantic_agents import (
    BINDING,
    OPUS,
    PACKAGE,
    SAID,
    SEARCHES,
    THINKS,
    Ask,
    conversation,
    native_call,
    native_result,
    repaired_history,
    search,
)
from tests.clients.repairing import Repairing
from tests.emulator.calling import client_at

pytest.importorskip("pydantic_ai.models.anthropic", reason="pydantic-ai-slim[anthropic] is not installed")

from pydantic_ai import ModelHTTPError, Tool
from pydantic_ai import messages as history
from pydantic_ai.capabilities import ProcessHistory, ToolSearch

Messages: TypeAlias = list[history.ModelMessage]
HIT = {
    "type": "web_search_result",
    "title": "x",
    "url": "https://example.com",
    "encrypted_content": "ab",
    "page_age": None,
}
CALL = history.ToolCallPart("search", {}, tool_call_id="toolu_1")
RESULT = history.ToolReturnPart("search", "42", tool_call_id="toolu_1")
FLIGHT = {"native": {"name": "web_search", "input": {"query": "x"}, "pending": True}}
FOUND = {"native": {"name": "tool_search_tool_bm25", "input": {"query": "weather"}, "result": ["weather"]}}
CUT = "x: https://example.com"


@pytest.fixture
def ask(messages_api: MessagesApi) -> Ask:
    return Ask(messages_api.base_url)


def weather(city: str) -> str:
    """The weather of a city."""
    return f"Sunny in {city}."


def tool_search(**more: Any) -> Any:
    return {"tools": [search, Tool(weather, defer_loading=True)], "capabilities": [ToolSearch()], **more}


def ways(ask: Ask) -> tuple[Callable[..., str], Callable[..., str]]:
    """A plain run and a streamed one."""
    return lambda *before, **agent: str(ask(*before, **agent).output), ask.streaming


def refusal(way: Callable[..., Any], *before: Any, **agent: Any) -> str:
    with pytest.raises(ModelHTTPError) as refused:
        way(*before, **agent)
    body: Any = refused.value.body
    return f"{refused.value.status_code} {body['error']['message']}"


def edited(messages: Messages, edit: Callable[[Any], Any]) -> Messages:
    """The history with other parts in its responses; those that `edit` gives None for are left out."""
    out: Messages = []
    for message in messages:
        if isinstance(message, history.ModelResponse):
            message = replace(message, parts=[new for part in message.parts if (new := edit(part)) is not None])
        out.append(message)
    return out


def cut_to_strings(messages: Messages) -> Messages:
    """A history processor that keeps the titles of what a provider found, as a string."""
    return edited(
        messages, lambda part: replace(part, content=CUT) if part.part_kind == "builtin-tool-return" else part
    )


def test_a_search_in_flight_comes_back_in_a_stream(ask: Ask, messages_api: MessagesApi, tells: Tells) -> None:
    messages_api.script([{"match": "Compare", "answers": [[FLIGHT, {"call": "search"}], "Both agree."]}])
    for between in ((), (Repairing(),)):
        settings: Any = {"tools": [search], "capabilities": [SEARCHES], "between": between}
        assert ask.streaming("Compare.", **settings) == "Both agree."
        sent = messages_api.requests[-1]["messages"]
        assert [block["type"] for block in sent[1]["content"]] == ["server_tool_use", "tool_use"]
        assert [block["type"] for block in sent[2]["content"]] == ["tool_result"]
    assert messages_api.rejections == []
    tells(PACKAGE, "a web search in flight beside a client call, streaming", "answered", "answered")


# The user spoke while the search was in flight: its result came, but behind a turn that is more than client results.
TOO_LATE = [
    *conversation(native_call(), CALL, results=(RESULT, history.UserPromptPart("Mind the date, too."))),
    history.ModelResponse([native_result([HIT]), SAID], model_name=OPUS, provider_name="anthropic"),
]
UNPAIRED = "`web_search` tool use with id `srvtoolu_1` was found without a corresponding `web_search_tool_result` block"


def test_an_agent_run_goes_on_from_an_unpaired_native_call(ask: Ask, messages_api: MessagesApi, tells: Tells) -> None:
    messages_api.script([{"match": "And?", "answers": [{"call": "search"}, "It is 42."]}])
    settings: Any = {"tools": [search], "capabilities": [SEARCHES]}
    for way in ways(ask):
        assert refusal(way, "And?", *TOO_LATE, **settings) == f"400 {UNPAIRED}"
        between = Repairing()
        assert way("And?", *TOO_LATE, **settings, between=[between]) == "It is 42."
        assert set(between.applied) == {"drop_unpaired_native_calls", "drop_orphan_native_results"}
        processed = {**settings, "capabilities": [SEARCHES, ProcessHistory(repaired_history)]}
        assert way("And?", *TOO_LATE, **processed) == "It is 42."
    done = ask("And?", *TOO_LATE, **settings, between=[Repairing()])
    kinds = [part.part_kind for message in done.new_messages() for part in message.parts]
    assert kinds == ["user-prompt", "tool-call", "tool-return", "text"]
    tells(
        PACKAGE,
        "an agent run behind a web search whose result came too late, plain and streaming",
        UNPAIRED,
        "answered, by a middleware or a history processor",
    )


def test_tool_search_finds_a_deferred_tool_and_goes_on(ask: Ask, messages_api: MessagesApi, tells: Tells) -> None:
    called = {"call": {"name": "weather", "input": {"city": "Rome"}}}
    messages_api.script([{"match": "Rome", "answers": [[FOUND, called], "Sunny."]}])
    for way in ways(ask):
        for between in ((), (Repairing(),)):
            assert way("How is Rome?", **tool_search(between=between)) == "Sunny."
            tools = {held["name"]: held.get("defer_loading") for held in messages_api.requests[-1]["tools"]}
            assert tools == {"search": None, "weather": True, "tool_search_tool_bm25": None}
            (found,) = [
                block for block in messages_api.requests[-1]["messages"][1]["content"] if "tool_use_id" in block
            ]
            assert found["content"]["tool_references"] == [{"tool_name": "weather", "type": "tool_reference"}]
    done = ask("How is Rome?", **tool_search()).all_messages()
    assert ask("And?", *done, **tool_search()).output == "All right."
    assert ask("And?", *done, tools=[search]).output == "All right."
    assert messages_api.rejections == []
    tells(PACKAGE, "tool search, also when the found tool is gone later, plain and streaming", "answered", "answered")


@pytest.fixture
def found(ask: Ask, messages_api: MessagesApi) -> Messages:
    """A history with a tool search."""
    called = {"call": {"name": "weather", "input": {"city": "Rome"}}}
    messages_api.script([{"match": "Rome", "answers": [[FOUND, called], "Sunny."]}])
    made: Messages = ask("How is Rome?", **tool_search()).all_messages()
    return made


def test_a_tool_search_without_its_call_is_refused_and_goes_on(ask: Ask, found: Messages, tells: Tells) -> None:
    stored = edited(found, lambda part: None if part.part_kind == "builtin-tool-call" else part)
    (result,) = [part for part in stored[1].parts if part.part_kind == "builtin-tool-return"]
    message = (
        f"messages.1.content.0: unexpected `tool_use_id` found in `tool_search_tool_result` blocks: "
        f"{result.tool_call_id}. Each `tool_search_tool_result` block must have a corresponding `server_tool_use` "
        f"block before it."
    )
    for way in ways(ask):
        assert refusal(way, "And?", *stored, **tool_search()) == f"400 {message}"
        assert way("And?", *stored, **tool_search(between=[Repairing()])) == "All right."
        processed = tool_search(capabilities=[ToolSearch(), ProcessHistory(repaired_history)])
        assert way("And?", *stored, **processed) == "All right."
    tells(
        PACKAGE,
        "the result of a tool search without its call, plain and streaming",
        message.replace(result.tool_call_id, "srvtoolu_1"),
        "answered, by a middleware or a history processor",
    )


def answered(messages_api: MessagesApi, stored: Messages) -> list[dict[str, Any]]:
    """The first answer of the history as sendable prepares it, which the official client then sends."""
    done = prepare([*stored, history.ModelRequest([history.UserPromptPart("And?")])], Target(model=OPUS))
    assert done.remaining == []
    with client_at(messages_api.base_url) as client:
        assert client.messages.create(**done.request).content
    return list(done.request["messages"][1]["content"])


def test_a_processor_that_cuts_a_search_to_a_string(ask: Ask, messages_api: MessagesApi, tells: Tells) -> None:
    stored = conversation(native_call(), native_result([HIT]), SAID)
    cut = [SEARCHES, ProcessHistory(cut_to_strings)]
    for way in ways(ask):
        for more in ([], [ProcessHistory(repaired_history)]):
            assert way("And?", *stored, tools=[search], capabilities=[*cut, *more]) == "All right."
            assert [block["type"] for block in messages_api.requests[-1]["messages"][1]["content"]] == ["text"]
    told = answered(messages_api, cut_to_strings(stored))
    assert [block["text"] for block in told] == [f"[Result of web_search: {CUT}]", "It is 42."]
    assert messages_api.rejections == []
    tells(
        PACKAGE,
        "a history processor that cuts a web search to a string, plain and streaming",
        "answered: it leaves the search out",
        "answered; `prepare` tells the string as text",
    )


@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings")
def test_a_processor_that_cuts_a_tool_search_to_a_string(
    ask: Ask, found: Messages, messages_api: MessagesApi, tells: Tells
) -> None:
    before = len(messages_api.requests)
    for way in ways(ask):
        with pytest.raises(TypeError, match="string indices must be integers"):
            way("And?", *found, **tool_search(capabilities=[ToolSearch(), ProcessHistory(cut_to_strings)]))
    assert len(messages_api.requests) == before
    told = answered(messages_api, cut_to_strings(found))
    assert [block["type"] for block in told] == ["text", "tool_use"]
    assert told[0]["text"] == f"[Result of tool_search: {CUT}]"
    tells(
        PACKAGE,
        "a history processor that cuts a tool search to a string, plain and streaming",
        "it raises `TypeError`, and nothing is sent",
        "answered, by `prepare`, which tells the string as text",
    )


def shortened(messages: Messages) -> Messages:
    """A history processor that cuts what client tools returned, and with it the prefix of later thinking."""
    return [
        replace(
            message,
            parts=[replace(part, content="4…") if part.part_kind == "tool-return" else part for part in message.parts],
        )
        if isinstance(message, history.ModelRequest)
        else message
        for message in messages
    ]


def test_thinking_behind_a_result_that_was_cut_is_refused_and_dropped(
    ask: Ask, messages_api: MessagesApi, tells: Tells
) -> None:
    script = [[{"thinking": "I look."}, {"call": "search"}], [{"thinking": "So."}, "It is 42."]]
    messages_api.script([{"match": "Find", "answers": script}])
    settings: Any = {"tools": [search], "model": BINDING, "model_settings": THINKS}
    stored = ask("Find it.", **settings).all_messages()
    for way in ways(ask):
        assert way("And?", *stored, **settings) == "All right."
        assert messages_api.rejections == []
    for way in ways(ask):
        with pytest.warns(Warning, match="rejected a replayed thinking block"):
            assert way("And?", *shortened(stored), **settings) == "All right."
        assert way("And?", *shortened(stored), **settings, between=[Repairing()]) == "All right."
    (message,) = {refused.message for refused in messages_api.rejections}
    assert message.startswith("messages.3.content.0: Invalid `signature` in `thinking` block. The block is bound")
    assert len(messages_api.rejections) == 4
    tells(
        PACKAGE,
        "a result that was cut, under thinking, plain and streaming",
        f"{message} Then it asks for `drop_block`, warns, and is answered",
        "answered: sendable asks for `drop_block` when it is refused",
    )
