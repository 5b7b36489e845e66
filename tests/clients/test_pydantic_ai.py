"""pydantic-ai over HTTP: agents with tools, media in results, broken histories and bound thinking."""

from base64 import b64decode
from typing import Any

import pytest

from sendable.testing import MessagesApi
from tests.clients.conftest import Tells
from tests.clients.media import PAGE, RED
from tests.clients.pydantic_agents import (
    BINDING,
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

pytest.importorskip("pydantic_ai.models.anthropic", reason="pydantic-ai-slim[anthropic] is not installed")

from pydantic_ai import BinaryContent, ModelHTTPError
from pydantic_ai import messages as history
from pydantic_ai.capabilities import ProcessHistory


@pytest.fixture
def ask(messages_api: MessagesApi) -> Ask:
    return Ask(messages_api.base_url)


def look() -> list[Any]:
    """The picture and the page."""
    return [
        "Here.",
        BinaryContent(b64decode(RED), media_type="image/png"),
        BinaryContent(b64decode(PAGE), media_type="application/pdf"),
    ]


STRANGE_CALL = history.ToolCallPart("search", {}, tool_call_id="functions.search:0")
STRANGE_RESULT = history.ToolReturnPart("search", "42", tool_call_id="functions.search:0")
BROKEN = {
    "the result of a web search without its call": (
        conversation(native_result([]), SAID),
        "messages.1.content.0: unexpected `tool_use_id` found in `web_search_tool_result` blocks: srvtoolu_1. "
        "Each `web_search_tool_result` block must have a corresponding `server_tool_use` block before it.",
    ),
    "a web search whose result was cut down to titles": (
        conversation(native_call(), native_result([{"title": "x", "url": "https://example.com"}]), SAID),
        "messages.1.content.1.web_search_tool_result.content.0.encrypted_content: Field required",
    ),
    "a page whose content was cut down to its text": (
        conversation(native_call(name="web_fetch"), native_result({"content": "x"}, name="web_fetch"), SAID),
        "messages.1.content.1.web_fetch_tool_result.content.type: Field required",
    ),
    "a blank answer": (
        conversation(history.TextPart("  ")),
        "messages: text content blocks must contain non-whitespace text",
    ),
    "a call with an id of another provider": (
        conversation(STRANGE_CALL, results=(STRANGE_RESULT,)),
        "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    ),
}


def test_a_run_with_tools_is_answered(ask: Ask, messages_api: MessagesApi, tells: Tells) -> None:
    messages_api.script([{"match": "Find", "answers": [[{"call": "search"}, {"call": "look"}], "Done."]}])
    for between in ((), (Repairing(),)):
        assert ask("Find it.", tools=[search, look], between=between).output == "Done."
    assert messages_api.rejections == []
    tells(PACKAGE, "an agent run with parallel tools", "answered", "answered")


def test_picture_and_page_arrive_in_one_result_in_order(ask: Ask, messages_api: MessagesApi, tells: Tells) -> None:
    messages_api.script([{"match": "Look", "answers": [{"call": "look"}, "Red, and one page."]}])
    for between in ((), (Repairing(),)):
        assert ask("Look.", tools=[look], between=between).output == "Red, and one page."
        (result,) = messages_api.requests[-1]["messages"][-1]["content"]
        assert result["type"] == "tool_result"
        assert [block["type"] for block in result["content"]] == ["text", "image", "document"]
        assert [block["source"]["data"] for block in result["content"][1:]] == [RED, PAGE]
    tells(PACKAGE, "a tool that returns a PNG and a PDF in one result", "answered", "answered")


def test_it_drops_a_stored_search_that_never_returned_by_itself(
    ask: Ask, messages_api: MessagesApi, tells: Tells
) -> None:
    call = history.ToolCallPart("search", {}, tool_call_id="toolu_1")
    result = history.ToolReturnPart("search", "42", tool_call_id="toolu_1")
    stored = conversation(native_call(), call, results=(result,))
    assert ask("And?", *stored, tools=[search], capabilities=[SEARCHES]).output
    between = Repairing()
    assert ask("And?", *stored, tools=[search], capabilities=[SEARCHES], between=[between]).output
    processor = ProcessHistory(repaired_history)
    assert ask("And?", *stored, tools=[search], capabilities=[SEARCHES, processor]).output
    assert between.applied == []
    assert messages_api.rejections == []
    tells(PACKAGE, "a web search that never returned, in a stored history", "answered: it drops the call", "answered")


# Ids are renamed on the wire alone: the application's history keeps its own.
ON_THE_WIRE = "a call with an id of another provider"


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_history_is_refused_and_goes_on_when_the_client_repairs_it(ask: Ask, name: str, tells: Tells) -> None:
    stored, message = BROKEN[name]
    settings: Any = {"tools": [search], "capabilities": [SEARCHES]}
    for way in (ask, ask.streaming):
        with pytest.raises(ModelHTTPError) as refused:
            way("And?", *stored, **settings)
        assert refused.value.body["error"]["message"] == message  # type: ignore[index]
    between = Repairing()
    assert ask("And?", *stored, **settings, between=[between]).output == "All right."
    assert between.applied != []
    assert ask.streaming("And?", *stored, **settings, between=[between]) == "All right."
    ways = "a middleware" if name == ON_THE_WIRE else "a middleware or a history processor"
    tells(PACKAGE, f"{name}, plain and streaming", message, f"answered, by {ways}")


@pytest.mark.parametrize("name", [name for name in BROKEN if name != ON_THE_WIRE])
def test_a_broken_history_goes_on_when_a_history_processor_repairs_it(ask: Ask, name: str) -> None:
    stored, _ = BROKEN[name]
    settings: Any = {"tools": [search], "capabilities": [SEARCHES, ProcessHistory(repaired_history)]}
    assert ask("And?", *stored, **settings).output == "All right."
    assert ask.streaming("And?", *stored, **settings) == "All right."


def test_a_search_in_flight_comes_back_behind_the_client_result(
    ask: Ask, messages_api: MessagesApi, tells: Tells
) -> None:
    waiting = {"native": {"name": "web_search", "input": {"query": "x"}, "pending": True}}
    messages_api.script([{"match": "Compare", "answers": [[waiting, {"call": "search"}], "Both agree."]}])
    for between in ((), (Repairing(),)):
        settings: Any = {"tools": [search], "capabilities": [SEARCHES], "between": between}
        done = ask("Compare.", **settings)
        assert done.output == "Both agree."
        assert ask("And?", *done.all_messages(), **settings).output
    assert messages_api.rejections == []
    tells(PACKAGE, "a web search in flight beside a client call", "answered", "answered")


def test_thinking_under_a_changed_system_prompt_is_refused_and_sent_again_to_be_dropped(
    ask: Ask, messages_api: MessagesApi, tells: Tells
) -> None:
    first = ask("Why?", model=BINDING, instructions="It is 10:41.", model_settings=THINKS).all_messages()
    assert any(part.part_kind == "thinking" for part in first[-1].parts)
    changed: Any = {"model": BINDING, "instructions": "It is 10:42.", "model_settings": THINKS}
    with pytest.warns(Warning, match="rejected a replayed thinking block"):
        assert ask("And?", *first, **changed).output == "All right."
    assert ask("And?", *first, **changed, between=[Repairing()]).output == "All right."
    refused, again = messages_api.rejections
    assert again.message == refused.message
    assert refused.message.startswith(
        "messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation."
    )
    assert refused.message.endswith("The `system` prompt differs from the one this block was created with.")
    assert ask("And?", *first, model=BINDING, instructions="It is 10:41.", model_settings=THINKS).output
    assert len(messages_api.rejections) == 2
    tells(
        PACKAGE,
        "a clock in the instructions, under thinking",
        f"{refused.message} Then it asks for `drop_block`, warns, and is answered",
        "answered: sendable asks for `drop_block` when it is refused; what it saw made, it foresees",
    )


def test_a_run_that_is_streamed_with_tools_and_thinking(ask: Ask, messages_api: MessagesApi, tells: Tells) -> None:
    messages_api.script([{"match": "Find", "answers": [[{"thinking": "I look."}, {"call": "search"}], "It is 42."]}])
    for between in ((), (Repairing(),)):
        settings: Any = {"tools": [search], "model_settings": THINKS, "between": between}
        assert ask.streaming("Find it.", model=BINDING, **settings) == "It is 42."
    assert messages_api.rejections == []
    tells(PACKAGE, "tools and thinking on a model that checks the prefix, streaming", "answered", "answered")
