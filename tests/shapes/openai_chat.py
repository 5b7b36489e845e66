"""The shapes as OpenAI chat holds them: what the model said as objects of the `openai` package, the rest as dicts."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Json = dict[str, Any]
Shape = tuple[Any, Json]

MEDIA = Path(__file__).parents[2] / "cases" / "media"
HOSTED = "a chat message has no call that the provider runs"
FLAG = "a tool message of chat has no flag for errors"


def data_url(name: str, kind: str) -> str:
    return f"data:{kind};base64,{(MEDIA / f'{name}.b64').read_text(encoding='ascii').strip()}"


def image(name: str = "png-red-64x64", kind: str = "image/png") -> Json:
    return {"type": "image_url", "image_url": {"url": data_url(name, kind)}}


def file(data: str, name: str) -> Json:
    return {"type": "file", "file": {"file_data": data, "filename": name}}


def user(content: Any) -> Json:
    return {"role": "user", "content": content}


def system(content: Any) -> Json:
    return {"role": "system", "content": content}


def call(call_id: str = "call_a", arguments: str = '{"city": "Rome"}', name: str = "weather") -> Json:
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}


def assistant(content: Any, *calls: Json, **fields: Any) -> Any:
    """The message as the library gives it to whoever asked the model."""
    chat = pytest.importorskip("openai.types.chat")
    held = {"tool_calls": list(calls)} if calls else {}
    return chat.ChatCompletionMessage.model_validate({"role": "assistant", "content": content, **held, **fields})


def tool(content: Any, call_id: str = "call_a", **fields: Any) -> Json:
    return {"role": "tool", "tool_call_id": call_id, "content": content, **fields}


def marked(text: str) -> Json:
    return {"type": "text", "text": text, "cache_control": {"type": "ephemeral"}}


def stored(data: Any) -> bytes:
    """A line of JSONL, with the messages as the library dumps them."""
    body = data if isinstance(data, dict) else {"messages": data}
    messages = [one if isinstance(one, dict) else one.model_dump() for one in body["messages"]]
    return json.dumps({**body, "messages": messages}).encode()


def breakpoint_on_a_dropped_block() -> Shape:
    mark = {"cache_control": {"type": "ephemeral"}}
    return [user("Hi"), assistant("Hello"), tool("Sunny", "call_gone", **mark), user("And now?")], {}


def six_breakpoints() -> Shape:
    turns = [turn for at in range(6) for turn in (user([marked(f"Question {at}")]), assistant(f"Answer {at}"))]
    return [system("Be kind."), *turns, user("Bye")], {}


def missing_at_the_end() -> Shape:
    return [user("Weather?"), assistant(None, call())], {}


def missing_deeper() -> Shape:
    return [user("Weather?"), assistant("Let me see.", call()), user("Well?"), assistant("Sorry."), user("Again")], {}


def orphan() -> Shape:
    return [user("Hi"), assistant("Hello"), tool("Sunny", "call_gone"), user("And now?")], {}


def empty_user_text() -> Shape:
    return [system("Be kind."), user(""), assistant("Hello"), user("Hi")], {}


def blank_user_text() -> Shape:
    return [system("Be kind."), user(" \n"), assistant("Hello"), user("Hi")], {}


def empty_assistant() -> Shape:
    return [user("Hi"), assistant(""), user("Are you there?")], {}


def assistant_first() -> Shape:
    return [assistant("How can I help?"), user("Hi")], {}


def png_text_and_pdf() -> Shape:
    pdf = file(data_url("pdf-1-page", "application/pdf"), "report.pdf")
    content = [image(), {"type": "text", "text": "Two files"}, pdf]
    return [user("Show me"), assistant(None, call(), call("call_b")), tool(content), tool("Sunny", "call_b")], {}


def audio() -> Shape:
    sound = {"type": "input_audio", "input_audio": {"data": "UklGRg==", "format": "wav"}}
    return [user("Say it"), assistant(None, call()), tool([sound])], {}


def undecodable_document() -> Shape:
    return [user([{"type": "text", "text": "Read"}, file("data:text/plain;base64,%%%", "notes.txt")]), tool("x")], {}


def declared_as_jpeg() -> Shape:
    return [user([{"type": "text", "text": "Look"}, image(kind="image/jpeg")])], {}


def bmp() -> Shape:
    return [user([{"type": "text", "text": "Look"}, image("bmp-2x2", "image/bmp")])], {}


def reversed_results() -> Shape:
    asked = assistant(None, call("call_a"), call("call_b", '{"city": "Oslo"}'))
    return [user("Weather?"), asked, tool("Rain", "call_b"), tool("Sunny", "call_a"), user("Thanks")], {}


def one_id_twice() -> Shape:
    first = [user("Rome?"), assistant(None, call()), tool("Sunny"), assistant("It is sunny.")]
    return [*first, user("Oslo?"), assistant(None, call(arguments='{"city": "Oslo"}')), tool("Rain")], {}


def foreign_names() -> Shape:
    odd = "call_a|fc:1.2"
    tools = [{"type": "function", "function": {"name": "weather.get", "parameters": {"type": "object"}}}]
    said = [user("Weather?"), assistant(None, call(odd, name="weather.get")), tool("Sunny", odd)]
    return {"messages": said, "tools": tools}, {}


def unsigned_thinking() -> Shape:
    thought = assistant("Let me see.", call(), reasoning_content="They want the weather.")
    fields = {"thinking": {"type": "enabled", "budget_tokens": 1024}}
    return [user("Weather?"), thought, tool("Sunny")], {"fields": fields}


def empty_signature() -> Shape:
    blocks = [{"type": "thinking", "thinking": "They want the weather.", "signature": ""}]
    return [user("Weather?"), assistant(None, call(), thinking_blocks=blocks), tool("Sunny")], {}


def broken_arguments() -> Shape:
    return [user("Weather?"), assistant(None, call(arguments='{"city": "Ro')), tool("Sunny")], {}


def trailing_whitespace() -> Shape:
    return [system("Be kind."), user("Go on"), assistant("Once upon a time \n")], {}


def later_system() -> Shape:
    return [system("Be kind."), user("Hi"), assistant("Hello"), system("Be brief."), user("Go on")], {}


def lone_surrogate() -> Shape:
    return [system("Be kind."), user("Half a smile: \ud83d"), assistant("Hello"), user("Hi")], {}


SHAPES: dict[str, Callable[[], Shape]] = {
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

NOT_HELD: dict[str, str] = {
    **dict.fromkeys(
        (
            *("paired-web-search", "result-missing-and-continued", "result-trimmed-to-a-string", "in-flight"),
            *("mcp-call-missing", "mcp-call-in-flight", "tool-search-in-flight", "turn-of-only-the-unpaired-call"),
        ),
        HOSTED,
    ),
    "error-result-with-image": FLAG,
}
