"""The shapes as LangChain holds them: message objects, those of the model as `ChatAnthropic` makes them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Json = dict[str, Any]
Shape = tuple[Any, Json]

MEDIA = Path(__file__).parents[2] / "cases" / "media"
SEARCH = {"type": "web_search_20250305", "name": "web_search"}
FINDING = {"type": "tool_search_tool_regex_20251119", "name": "tool_search_tool_regex"}
FOUND = [{"type": "web_search_result", "url": "https://a.example", "title": "A", "encrypted_content": "Eu8"}]
SEARCHED = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "weather"}}
SEARCH_RESULT = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": FOUND}
ASKED_MCP = {
    "type": "mcp_tool_use",
    "id": "mcptoolu_1",
    "name": "lookup",
    "server_name": "docs",
    "input": {"page": "1"},
}
CALLED = {"type": "tool_use", "id": "toolu_a", "name": "weather", "input": {"city": "Rome"}}
SERVERS = {
    "mcp_servers": [{"type": "url", "url": "https://mcp.example.com", "name": "docs"}],
    "tools": [{"type": "mcp_toolset", "mcp_server_name": "docs"}],
}


def messages() -> Any:
    return pytest.importorskip("langchain_core.messages")


def data(name: str) -> str:
    return (MEDIA / f"{name}.b64").read_text(encoding="ascii").strip()


def image(name: str = "png-red-64x64", kind: str = "image/png") -> Json:
    return {"type": "image", "base64": data(name), "mime_type": kind}


def text(value: str, **fields: Any) -> Json:
    return {"type": "text", "text": value, **fields}


def human(content: Any) -> Any:
    return messages().HumanMessage(content)


def system(content: Any) -> Any:
    return messages().SystemMessage(content)


def call(call_id: str = "toolu_a", city: str = "Rome", name: str = "weather") -> Json:
    return {"name": name, "args": {"city": city}, "id": call_id}


def ai(content: Any = "", *calls: Json, **fields: Any) -> Any:
    return messages().AIMessage(content, tool_calls=list(calls), **fields)


def tool(content: Any = "Sunny", call_id: str = "toolu_a", **fields: Any) -> Any:
    return messages().ToolMessage(content, tool_call_id=call_id, **fields)


def answer(*blocks: Json) -> Any:
    """The message that `ChatAnthropic` makes of a response with these blocks."""
    models = pytest.importorskip("langchain_anthropic")
    beta = pytest.importorskip("anthropic.types.beta")
    head = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-sonnet-4-5", "stop_sequence": None}
    usage = {"input_tokens": 1, "output_tokens": 1}
    body = {**head, "stop_reason": "tool_use", "usage": usage, "content": list(blocks)}
    model = models.ChatAnthropic(model="claude-sonnet-4-5", api_key="unused")
    return model._format_output(beta.BetaMessage.model_validate(body)).generations[0].message


def stored(held: Any) -> bytes:
    return json.dumps(messages().messages_to_dict(held)).encode()


def paired_search() -> Shape:
    asked = answer(text("I look it up."), SEARCHED, SEARCH_RESULT, text("It is sunny."))
    return [human("Weather?"), asked, human("Thanks")], {"fields": {"tools": [SEARCH]}}


def missing_and_continued() -> Shape:
    return [human("Weather?"), answer(text("I look it up."), SEARCHED), human("Well?")], {}


def trimmed_to_a_string() -> Shape:
    trimmed = ai([text("I look it up."), SEARCHED, {**SEARCH_RESULT, "content": "[trimmed]"}, text("It is sunny.")])
    return [human("Weather?"), trimmed, human("Thanks")], {"fields": {"tools": [SEARCH]}}


def in_flight() -> Shape:
    return [human("Weather?"), answer(text("I look."), SEARCHED)], {"fields": {"tools": [SEARCH]}}


def mcp_missing() -> Shape:
    return [human("Page 1?"), answer(text("I look."), ASKED_MCP), human("Well?")], {"fields": SERVERS}


def mcp_in_flight() -> Shape:
    return [human("Page 1?"), answer(text("I look."), ASKED_MCP)], {"fields": SERVERS}


def tool_search_in_flight() -> Shape:
    asked = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "tool_search_tool_regex", "input": {"query": "w"}}
    weather = {"name": "weather", "input_schema": {"type": "object"}, "defer_loading": True}
    return [human("Weather?"), answer(text("I look."), asked)], {"fields": {"tools": [FINDING, weather]}}


def only_the_unpaired_call() -> Shape:
    return [human("Weather?"), answer(SEARCHED), human("Well?"), ai("Sorry."), human("Again")], {}


def breakpoint_on_a_dropped_block() -> Shape:
    marked = ai([text("I look."), {**SEARCHED, "cache_control": {"type": "ephemeral"}}])
    return [human("Weather?"), marked, human("Well?")], {}


def six_breakpoints() -> Shape:
    mark = {"cache_control": {"type": "ephemeral"}}
    turns = [turn for at in range(6) for turn in (human([text(f"Question {at}", **mark)]), ai(f"Answer {at}"))]
    return [system("Be kind."), *turns, human("Bye")], {}


def missing_at_the_end() -> Shape:
    return [human("Weather?"), answer(text("I look."), CALLED)], {}


def missing_deeper() -> Shape:
    return [human("Weather?"), answer(text("I look."), CALLED), human("Well?"), ai("Sorry."), human("Again")], {}


def orphan() -> Shape:
    return [human("Hi"), ai("Hello"), tool("Sunny", "toolu_gone"), human("And now?")], {}


def empty_user_text() -> Shape:
    return [human(""), ai("Hello"), human("Hi")], {}


def blank_user_text() -> Shape:
    return [human([text(" \n"), text("Hi")])], {}


def empty_assistant() -> Shape:
    return [human("Hi"), ai(""), human("Are you there?")], {}


def assistant_first() -> Shape:
    return [ai("How can I help?"), human("Hi")], {}


def png_text_and_pdf() -> Shape:
    pdf = {"type": "file", "base64": data("pdf-1-page"), "mime_type": "application/pdf", "title": "report.pdf"}
    asked = answer(CALLED, {**CALLED, "id": "toolu_b"})
    return [human("Show me"), asked, tool([image(), text("Two files"), pdf]), tool("Sunny", "toolu_b")], {}


def audio() -> Shape:
    sound = {"type": "audio", "base64": "UklGRg==", "mime_type": "audio/wav"}
    return [human("Say it"), answer(CALLED), tool([sound])], {}


def undecodable_document() -> Shape:
    return [human([text("Read"), {"type": "file", "base64": "%%%", "mime_type": "text/plain"}])], {}


def error_with_image() -> Shape:
    return [human("Show me"), answer(CALLED), tool([text("It broke:"), image()], status="error")], {}


def declared_as_jpeg() -> Shape:
    return [human([text("Look"), image(kind="image/jpeg")])], {}


def bmp() -> Shape:
    return [human([text("Look"), image("bmp-2x2", "image/bmp")])], {}


def reversed_results() -> Shape:
    asked = answer(CALLED, {**CALLED, "id": "toolu_b", "input": {"city": "Oslo"}})
    return [human("Weather?"), asked, tool("Rain", "toolu_b"), tool("Sunny"), human("Thanks")], {}


def one_id_twice() -> Shape:
    first = [human("Rome?"), ai("", call()), tool("Sunny"), ai("It is sunny.")]
    return [*first, human("Oslo?"), ai("", call(city="Oslo")), tool("Rain")], {}


def foreign_names() -> Shape:
    odd = "call_a|fc:1.2"
    tools = [{"name": "weather.get", "input_schema": {"type": "object"}}]
    said = [human("Weather?"), ai("", call(odd, name="weather.get")), tool("Sunny", odd)]
    return said, {"fields": {"tools": tools}}


def unsigned_thinking() -> Shape:
    thought = ai([{"type": "reasoning", "reasoning": "They want the weather."}, text("Let me see.")], call())
    fields = {"thinking": {"type": "enabled", "budget_tokens": 1024}}
    return [human("Weather?"), thought, tool()], {"fields": fields}


def empty_signature() -> Shape:
    return [human("Weather?"), answer({"type": "thinking", "thinking": "Hm.", "signature": ""}, CALLED), tool()], {}


def broken_arguments() -> Shape:
    broken = {"name": "weather", "args": '{"city": "Ro', "id": "toolu_a", "error": "not JSON"}
    return [human("Weather?"), ai("", invalid_tool_calls=[broken]), tool()], {}


def trailing_whitespace() -> Shape:
    return [human("Go on"), ai("Once upon a time \n")], {}


def later_system() -> Shape:
    return [system("Be kind."), human("Hi"), ai("Hello"), system("Be brief."), human("Go on")], {}


def lone_surrogate() -> Shape:
    return [human("Half a smile: \ud83d"), ai("Hello"), human("Hi")], {}


SHAPES: dict[str, Callable[[], Shape]] = {
    "paired-web-search": paired_search,
    "result-missing-and-continued": missing_and_continued,
    "result-trimmed-to-a-string": trimmed_to_a_string,
    "in-flight": in_flight,
    "mcp-call-missing": mcp_missing,
    "mcp-call-in-flight": mcp_in_flight,
    "tool-search-in-flight": tool_search_in_flight,
    "turn-of-only-the-unpaired-call": only_the_unpaired_call,
    "cache-breakpoint-on-a-dropped-block": breakpoint_on_a_dropped_block,
    "six-breakpoints": six_breakpoints,
    "client-call-without-result-at-the-end": missing_at_the_end,
    "client-call-without-result-deeper": missing_deeper,
    "orphan-result": orphan,
    "empty-user-text": empty_user_text,
    "blank-user-text": blank_user_text,
    "empty-assistant": empty_assistant,
    "assistant-first": assistant_first,
    "png-text-and-pdf-in-a-result": png_text_and_pdf,
    "audio-in-a-result": audio,
    "undecodable-text-document": undecodable_document,
    "error-result-with-image": error_with_image,
    "png-declared-as-jpeg": declared_as_jpeg,
    "bmp": bmp,
    "parallel-results-in-two-messages-reversed": reversed_results,
    "one-id-in-two-turns": one_id_twice,
    "foreign-id-with-dotted-tool-name": foreign_names,
    "unsigned-thinking-with-tool-use": unsigned_thinking,
    "empty-signature": empty_signature,
    "broken-argument-json": broken_arguments,
    "trailing-whitespace-at-the-end": trailing_whitespace,
    "system-message-in-the-middle": later_system,
    "lone-surrogate": lone_surrogate,
}

NOT_HELD: dict[str, str] = {}
