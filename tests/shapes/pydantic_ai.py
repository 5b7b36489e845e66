"""The shapes as pydantic-ai holds them: `ModelMessage` objects, and what `ModelMessagesTypeAdapter` writes of them."""

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Json = dict[str, Any]
Shape = tuple[list[Any], Json]

MEDIA = Path(__file__).parents[2] / "cases" / "media"
SEARCH = {"type": "web_search_20250305", "name": "web_search"}
FINDER = {"type": "tool_search_tool_regex_20251119", "name": "tool_search_tool_regex"}
WEATHER = {"name": "weather", "input_schema": {"type": "object", "properties": {}}}
SERVER = {"type": "url", "name": "maps", "url": "https://maps.example.com/mcp"}
FOUND = [
    {
        "type": "web_search_result",
        "title": "Rome",
        "url": "https://example.com/rome",
        "encrypted_content": "RW5jcnlwdGVk",
        "page_age": None,
    }
]


def lib() -> Any:
    return pytest.importorskip("pydantic_ai.messages")


def part(kind: str, *args: Any, **fields: Any) -> Any:
    return getattr(lib(), kind)(*args, **fields)


def request(*parts: Any) -> Any:
    return lib().ModelRequest(parts=list(parts))


def user(*content: Any) -> Any:
    return request(part("UserPromptPart", content[0] if len(content) == 1 else list(content)))


def response(*parts: Any) -> Any:
    return lib().ModelResponse(parts=list(parts), provider_name="anthropic", model_name="claude-sonnet-4-5")


def said(text: str) -> Any:
    return response(text_part(text))


def text_part(text: str) -> Any:
    return part("TextPart", text)


def call(call_id: str = "toolu_a", args: Any = None, name: str = "weather") -> Any:
    return part("ToolCallPart", name, {"city": "Rome"} if args is None else args, call_id)


def result(content: Any, call_id: str = "toolu_a", name: str = "weather", **fields: Any) -> Any:
    return part("ToolReturnPart", name, content, call_id, **fields)


def native(tool: str = "web_search", args: Any = None, call_id: str = "srvtoolu_1", **fields: Any) -> Any:
    given = {"query": "Rome"} if args is None else args
    return part("NativeToolCallPart", tool, given, call_id, provider_name="anthropic", **fields)


def native_return(content: Any, tool: str = "web_search", call_id: str = "srvtoolu_1", **fields: Any) -> Any:
    return part("NativeToolReturnPart", tool, content, call_id, provider_name="anthropic", **fields)


def mcp_call() -> Any:
    args = {"action": "call_tool", "tool_name": "find", "tool_args": {"place": "Rome"}}
    return native("mcp_server:maps", args, "mcptoolu_1")


def tool_search() -> Any:
    args = {"queries": ["weather"]}
    held = {"tool_call_id": "srvtoolu_1", "provider_name": "anthropic", "provider_details": {"strategy": "regex"}}
    return lib().NativeToolSearchCallPart(args=args, **held)


def binary(name: str, kind: str) -> Any:
    data = base64.b64decode((MEDIA / f"{name}.b64").read_text(encoding="ascii"))
    return part("BinaryContent", data, media_type=kind)


def with_tools(*tools: Json, **fields: Any) -> Json:
    return {"fields": {"tools": list(tools), **fields}}


def stored(data: list[Any]) -> bytes:
    if all(isinstance(one, dict) for one in data):
        return json.dumps(data).encode()
    written: bytes = lib().ModelMessagesTypeAdapter.dump_json(data)
    return written


def paired_search() -> Shape:
    return [user("Rome?"), response(native(), native_return(FOUND), text_part("A city.")), user("More")], with_tools(
        SEARCH
    )


def result_missing() -> Shape:
    return [user("Rome?"), response(text_part("Let me see."), native()), user("Well?")], with_tools(SEARCH)


def result_trimmed() -> Shape:
    held = response(native(), native_return("[cut]"), text_part("A city."))
    return [user("Rome?"), held, user("More")], with_tools(SEARCH)


def in_flight() -> Shape:
    held = response(native(), call())
    return [user("Rome?"), held, request(result("Sunny"))], with_tools(SEARCH, WEATHER)


def mcp_missing() -> Shape:
    return [user("Where?"), response(text_part("Let me see."), mcp_call()), user("Well?")], {}


def mcp_in_flight() -> Shape:
    held = response(mcp_call(), call())
    return [user("Where?"), held, request(result("Sunny"))], with_tools(WEATHER, mcp_servers=[SERVER])


def search_in_flight() -> Shape:
    held = response(tool_search(), call())
    return [user("Weather?"), held, request(result("Sunny"))], with_tools(FINDER, WEATHER)


def only_the_unpaired_call() -> Shape:
    return [user("Rome?"), response(native()), user("Well?")], with_tools(SEARCH)


def breakpoint_on_a_dropped_block() -> Shape:
    held = response(text_part("Let me see."), native())
    return [user("Rome?"), held, user(part("CachePoint"), "Well?")], with_tools(SEARCH)


def six_breakpoints() -> Shape:
    turns = [one for at in range(6) for one in (user(f"Question {at}", part("CachePoint")), said(f"Answer {at}"))]
    return [*turns, user("Bye")], {}


def missing_at_the_end() -> Shape:
    return [user("Weather?"), response(call())], {}


def missing_deeper() -> Shape:
    first = [user("Weather?"), response(text_part("Let me see."), call()), user("Well?")]
    return [*first, said("Sorry."), user("Again")], {}


def orphan() -> Shape:
    return [user("Hi"), said("Hello"), request(result("Sunny", "toolu_gone")), user("And now?")], {}


def empty_user_text() -> Shape:
    return [user(""), said("Hello"), user("Hi")], {}


def blank_user_text() -> Shape:
    return [user(" \n", "Hi")], {}


def empty_assistant() -> Shape:
    return [user("Hi"), said(""), user("Are you there?")], {}


def assistant_first() -> Shape:
    return [said("How can I help?"), user("Hi")], {}


def png_text_and_pdf() -> Shape:
    content = [binary("png-red-64x64", "image/png"), "Two files", binary("pdf-1-page", "application/pdf")]
    return [user("Show me"), response(call()), request(result(content))], {}


def audio() -> Shape:
    sound = part("BinaryContent", b"RIFF", media_type="audio/wav")
    return [user("Say it"), response(call()), request(result(["Listen", sound]))], {}


def undecodable_document() -> Shape:
    """Only a damaged store has it: in memory the data are bytes."""
    held = json.loads(stored([user("Read", part("BinaryContent", b"x", media_type="text/plain"))]))
    held[0]["parts"][0]["content"][1]["data"] = "%%%"
    return held, {}


def error_with_image() -> Shape:
    content = ["It broke", binary("png-red-64x64", "image/png")]
    return [user("Show me"), response(call()), request(result(content, outcome="failed"))], {}


def declared_as_jpeg() -> Shape:
    return [user("Look", binary("png-red-64x64", "image/jpeg"))], {}


def bmp() -> Shape:
    return [user("Look", binary("bmp-2x2", "image/bmp"))], {}


def reversed_results() -> Shape:
    asked = response(call(), call("toolu_b", {"city": "Oslo"}))
    return [user("Weather?"), asked, request(result("Rain", "toolu_b")), request(result("Sunny")), user("Thanks")], {}


def one_id_twice() -> Shape:
    first = [user("Rome?"), response(call()), request(result("Sunny")), said("It is sunny.")]
    return [*first, user("Oslo?"), response(call(args={"city": "Oslo"})), request(result("Rain"))], {}


def foreign_names() -> Shape:
    odd, name = "call_a|fc:1.2", "weather.get"
    tools = with_tools({**WEATHER, "name": name})
    return [user("Weather?"), response(call(odd, name=name)), request(result("Sunny", odd, name))], tools


def thinking(signature: str | None) -> Shape:
    thought = part("ThinkingPart", "They want the weather.", signature=signature, provider_name="anthropic")
    fields = {"thinking": {"type": "enabled", "budget_tokens": 1024}}
    return [user("Weather?"), response(thought, call()), request(result("Sunny"))], {"fields": fields}


def broken_arguments() -> Shape:
    return [user("Weather?"), response(call(args='{"city": "Ro')), request(result("Sunny"))], {}


def trailing_whitespace() -> Shape:
    return [user("Go on"), said("Once upon a time \n")], {}


def later_system() -> Shape:
    opening = request(part("SystemPromptPart", "Be kind."), part("UserPromptPart", "Hi"))
    return [opening, said("Hello"), request(part("SystemPromptPart", "Be brief."), part("UserPromptPart", "Go on"))], {}


def lone_surrogate() -> Shape:
    """Only a damaged store has it: the library writes no such text."""
    held = json.loads(stored([user("Half a smile: "), said("Hello"), user("Hi")]))
    held[0]["parts"][0]["content"] += "\ud83d"
    return held, {}


SHAPES: dict[str, Callable[[], Shape]] = {
    "paired-web-search": paired_search,
    "result-missing-and-continued": result_missing,
    "result-trimmed-to-a-string": result_trimmed,
    "in-flight": in_flight,
    "mcp-call-missing": mcp_missing,
    "mcp-call-in-flight": mcp_in_flight,
    "tool-search-in-flight": search_in_flight,
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
    "unsigned-thinking-with-tool-use": lambda: thinking(None),
    "empty-signature": lambda: thinking(""),
    "broken-argument-json": broken_arguments,
    "trailing-whitespace-at-the-end": trailing_whitespace,
    "system-message-in-the-middle": later_system,
    "lone-surrogate": lone_surrogate,
}

NOT_HELD: dict[str, str] = {}
