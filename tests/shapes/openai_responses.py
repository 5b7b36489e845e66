"""The shapes as OpenAI Responses holds them, in the items that an Agents SDK session keeps."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.shapes.openai_chat import data_url

Json = dict[str, Any]
Shape = tuple[Any, Json]

FLAG = "an output of Responses has no flag for errors"
SIGNED = "reasoning of Responses has no signature"


def user(*content: Any) -> Json:
    return {"role": "user", "content": content[0] if isinstance(content[0], str) else list(content)}


def system(text: str) -> Json:
    return {"role": "developer", "content": text}


def text(said: str, **fields: Any) -> Json:
    return {"type": "input_text", "text": said, **fields}


def image(name: str = "png-red-64x64", kind: str = "image/png") -> Json:
    return {"type": "input_image", "detail": "auto", "image_url": data_url(name, kind)}


def file(data: str, name: str) -> Json:
    return {"type": "input_file", "file_data": data, "filename": name}


def item(kind: str, **fields: Any) -> Any:
    """An item that the model gave, as the library's own object."""
    responses = pytest.importorskip("openai.types.responses")
    return getattr(responses, kind).model_validate(fields)


def assistant(said: str) -> Any:
    content = [{"type": "output_text", "text": said, "annotations": []}]
    frame: Json = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed"}
    return item("ResponseOutputMessage", **frame, content=content)


def call(call_id: str = "call_a", arguments: str = '{"city": "Rome"}', name: str = "weather") -> Any:
    return item("ResponseFunctionToolCall", type="function_call", call_id=call_id, name=name, arguments=arguments)


def output(said: Any, call_id: str = "call_a") -> Json:
    return {"type": "function_call_output", "call_id": call_id, "output": said}


def search(**fields: Any) -> Any:
    action = {"type": "search", "query": "weather", "sources": [{"type": "url", "url": "https://a.example"}]}
    held = {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": action}
    return item("ResponseFunctionWebSearch", **held | fields)


def in_flight() -> Any:
    return search(status="searching", action={"type": "search", "query": "weather"})


def remote(**fields: Any) -> Any:
    from openai.types.responses import response_output_item as items

    held = {"type": "mcp_call", "id": "mcp_1", "server_label": "files", "name": "read", "arguments": '{"path": "a"}'}
    return items.McpCall.model_validate(held | fields)


def stored(data: Any) -> bytes:
    """Rows of the table of a session, as JSON."""
    items = [one if isinstance(one, dict) else one.model_dump(exclude_unset=True) for one in data]
    return json.dumps(
        [{"id": at, "session_id": "s", "message_data": json.dumps(one)} for at, one in enumerate(items)]
    ).encode()


def of(*items: Callable[[], Any] | Json) -> Callable[[], Shape]:
    return lambda: ([one() if callable(one) else one for one in items], {})


def six_breakpoints() -> Shape:
    mark = {"prompt_cache_breakpoint": {"mode": "explicit"}}
    return [one for at in range(6) for one in (user(text(f"Question {at}", **mark)), assistant(f"Answer {at}"))], {}


def png_text_and_pdf() -> Shape:
    pdf = file(data_url("pdf-1-page", "application/pdf"), "report.pdf")
    return [user("Show me"), call(), output([image(), text("Two files"), pdf]), assistant("There.")], {}


def audio() -> Shape:
    sound = {"type": "input_audio", "input_audio": {"data": "UklGRg==", "format": "wav"}}
    return [user("Say it"), call(), output([sound])], {}


def dotted() -> Shape:
    odd = "call_a|fc:1.2"
    return [user("Weather?"), call(odd, name="weather.get"), output("Sunny", odd)], {}


def one_id_twice() -> Shape:
    oslo = call(arguments='{"city": "Oslo"}')
    return [user("Rome?"), call(), output("Sunny"), assistant("Sunny."), user("Oslo?"), oslo, output("Rain")], {}


def reversed_results() -> Shape:
    return [user("Weather?"), call(), call("call_b"), output("Rain", "call_b"), output("Sunny"), user("Thanks")], {}


def unsigned_thinking() -> Shape:
    summary = [{"type": "summary_text", "text": "They want the weather."}]
    thought = item("ResponseReasoningItem", type="reasoning", id="rs_1", summary=summary, encrypted_content="gA")
    fields = {"thinking": {"type": "enabled", "budget_tokens": 1024}}
    return [user("Weather?"), thought, call(), output("Sunny")], {"fields": fields}


def breakpoint_on_a_dropped_block() -> Shape:
    mark = {"prompt_cache_breakpoint": {"mode": "explicit"}}
    return [user("Hi"), assistant("Hello"), user(text(" ", **mark)), assistant("Yes?"), user("Go on")], {}


SHAPES: dict[str, Callable[[], Shape]] = {
    "paired-web-search": of(user("Weather?"), search, lambda: assistant("Sunny."), user("Thanks")),
    "result-missing-and-continued": of(user("Weather?"), in_flight, lambda: assistant("Sorry."), user("Again")),
    "in-flight": of(user("Weather?"), in_flight, call, output("Sunny")),
    "mcp-call-missing": of(user("Read"), remote, lambda: assistant("Sorry."), user("Again")),
    "mcp-call-in-flight": of(user("Read"), remote, call, output("Sunny")),
    "tool-search-in-flight": of(
        user("Weather?"),
        {"type": "tool_search_call", "id": "ts_1", "arguments": {"q": "weather"}},
        call,
        output("Sunny"),
    ),
    "turn-of-only-the-unpaired-call": of(user("Weather?"), in_flight, user("Well?")),
    "cache-breakpoint-on-a-dropped-block": breakpoint_on_a_dropped_block,
    "six-breakpoints": six_breakpoints,
    "client-call-without-result-at-the-end": of(user("Weather?"), call),
    "client-call-without-result-deeper": of(
        user("Weather?"), call, user("Well?"), lambda: assistant("No."), user("Hm")
    ),
    "orphan-result": of(user("Hi"), lambda: assistant("Hello"), output("Sunny", "call_gone"), user("And now?")),
    "empty-user-text": of(system("Be kind."), user(""), lambda: assistant("Hello"), user(text("Hi"))),
    "blank-user-text": of(user(text(" \n")), lambda: assistant("Hello"), user(text("Hi"))),
    "empty-assistant": of(user(text("Hi")), lambda: assistant(""), user("Are you there?")),
    "assistant-first": of(lambda: assistant("How can I help?"), user("Hi")),
    "png-text-and-pdf-in-a-result": png_text_and_pdf,
    "audio-in-a-result": audio,
    "undecodable-text-document": of(lambda: user(text("Read"), file("data:text/plain;base64,%%%", "notes.txt"))),
    "png-declared-as-jpeg": of(lambda: user(text("Look"), image(kind="image/jpeg"))),
    "bmp": of(lambda: user(text("Look"), image("bmp-2x2", "image/bmp"))),
    "parallel-results-in-two-messages-reversed": reversed_results,
    "one-id-in-two-turns": one_id_twice,
    "foreign-id-with-dotted-tool-name": dotted,
    "unsigned-thinking-with-tool-use": unsigned_thinking,
    "broken-argument-json": of(user("Weather?"), lambda: call(arguments='{"city": "Ro'), output("Sunny")),
    "trailing-whitespace-at-the-end": of(user(text("Go on")), lambda: assistant("Once upon a time \n")),
    "system-message-in-the-middle": of(
        user(text("Hi")), lambda: assistant("Hello"), system("Be brief."), user("Go on")
    ),
    "lone-surrogate": of(user(text("Half a smile: \ud83d")), lambda: assistant("Hello"), user("Hi")),
}

NOT_HELD: dict[str, str] = {
    "result-trimmed-to-a-string": "a hosted call and its result are one item, and only text when told",
    "error-result-with-image": FLAG,
    "empty-signature": SIGNED,
}
