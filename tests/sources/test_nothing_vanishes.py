"""What stands in a history is carried over, or named in `lost`: for each format, role and kind of part."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable.conversation import Conversation
from sendable.errors import UnreadableError
from sendable.sources import (
    ai_sdk,
    anthropic,
    flink_agents,
    langchain,
    openai_chat,
    openai_responses,
    otel,
    pydantic_ai,
)

Json = dict[str, Any]
Maker = Callable[[str, Any], list[Any]]

ROLES = ("system", "user", "assistant", "tool")
WORDS = (
    *("text", "image", "image_url", "input_audio", "file", "document", "audio", "video", "thinking", "reasoning"),
    *("tool_use", "tool_call", "tool_result", "server_tool_call", "server_tool_result", "server_tool_use", "refusal"),
    *("code_interpreter_call", "web_search_call", "image_generation_call", "mcp_call", "executable_code"),
    *("code_execution_result", "non_standard", "input_text", "output_text", "input_image", "compaction", "brand_new"),
    *("function_call", "function_call_output", "custom_tool_call", "mcp_list_tools", "media", "blob", "uri"),
    *("tool-call", "tool-result", "tool-approval-request", "dynamic-tool", "tool-x", "source-url", "data-x", "custom"),
    *("tool_call_response", "user-prompt", "tool-return", "retry-prompt", "builtin-tool-call", "speech", "file-url"),
    *("system-prompt", "tool-call", "instruction-delta", "search_result", "reasoning_content", "text-plain"),
)
FIELDS = (
    *("text", "content", "thinking", "url", "data", "source", "file", "image_url", "id", "name", "input", "args"),
    *("output", "value", "code", "result", "tool_call_id", "tool_use_id", "call_id", "toolCallId", "toolName", "state"),
    *("mediaType", "media_type", "mime_type", "summary", "partial_json", "transcript", "tool_name", "refusal"),
)
HELD = st.sampled_from(["zq7", "", None, 7, True, ["zq7"], [{"type": "text", "text": "zq7"}], {"a": "zq7"}, "{}"])
# What means nothing to a model, or says only where something stands.
SILENT = ("step-start", "instruction-baseline", "capability-load-delta", "input_json_delta")


def chat(role: str, part: Any) -> list[Any]:
    return [{"role": "user", "content": "q"}, {"role": role, "content": [part], "tool_call_id": "c"}]


def langchain_messages(role: str, part: Any) -> list[Any]:
    kind = {"user": "human", "assistant": "ai"}.get(role, role)
    by = {"response_metadata": {"model_provider": "openai"}, "tool_call_id": "c", "additional_kwargs": {}}
    return [{"type": kind, "content": [part], **by}]


def blocks(role: str, part: Any) -> list[Any]:
    return [{"role": role, "blocks": [part], "extra_args": {"external_id": "c"}}]


def requests(role: str, part: Any) -> list[Any]:
    held = {"part_kind": part["type"], **part} if isinstance(part, dict) and "type" in part else part
    return [{"kind": "response" if role == "assistant" else "request", "parts": [held]}]


def parts(role: str, part: Any) -> list[Any]:
    return [{"role": role, "parts": [part]}]


MAKERS: dict[str, tuple[Callable[[Any], Conversation], Maker]] = {
    "anthropic": (anthropic.load, chat),
    "langchain": (langchain.load, langchain_messages),
    "openai-chat": (openai_chat.load, chat),
    "openai-responses": (openai_responses.load, chat),
    "flink-agents": (flink_agents.load, blocks),
    "pydantic-ai": (pydantic_ai.load, requests),
    "ai-sdk parts": (ai_sdk.load, parts),
    "ai-sdk content": (ai_sdk.load, chat),
    "otel": (otel.load, parts),
}


def said(conversation: Conversation) -> Iterator[Any]:
    yield from conversation.system or []
    for message in conversation.messages:
        for part in message.parts:
            inner = getattr(part, "parts", None)
            yield from [part] if inner is None else inner


def is_carried(conversation: Conversation) -> bool:
    return bool(conversation.lost) or any(True for _ in said(conversation))


PARTS = st.one_of(
    st.sampled_from([None, 5, [], True, "zq7"]),
    st.dictionaries(st.sampled_from(FIELDS), HELD, max_size=4),
    st.builds(
        lambda kind, rest: {"type": kind, **rest},
        st.sampled_from(WORDS),
        st.dictionaries(st.sampled_from(FIELDS), HELD, max_size=4),
    ),
)


def says_something(part: Any) -> bool:
    if not isinstance(part, dict):
        return True
    held = [value for name, value in part.items() if name not in ("type", "id", "call_id", "tool_call_id")]
    return "zq7" in str(held) and part.get("type") not in SILENT


@pytest.mark.parametrize("form", MAKERS)
@given(st.sampled_from(ROLES), PARTS.filter(says_something))
def test_a_part_is_carried_or_named(form: str, role: str, part: Any) -> None:
    read, make = MAKERS[form]
    assert is_carried(read(make(role, part)))


@pytest.mark.parametrize("form", MAKERS)
@pytest.mark.parametrize("odd", [None, 5, "x", [], {"role": "brand_new", "content": "x", "parts": "x"}], ids=str)
def test_an_odd_message_is_carried_or_named(form: str, odd: Any) -> None:
    read, make = MAKERS[form]
    good = make("user", {"type": "text", "text": "q", "content": "q", "part_kind": "user-prompt"})
    before = read(good)
    try:
        after = read([*good, odd])
    except UnreadableError:
        return
    assert len(after.lost) > len(before.lost) or len(list(said(after))) > len(list(said(before)))
