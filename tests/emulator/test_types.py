"""What is answered fits the types of the official SDK, field by field."""

from typing import Any

import pytest
from anthropic.types.beta import BetaMessage, BetaMessageTokensCount, BetaModelInfo, BetaRawMessageStreamEvent
from pydantic import TypeAdapter

from sendable.emulator.events import events_of
from sendable.emulator.exchange import Call
from sendable.emulator.native_results import INPUTS
from sendable.wire.build import request, tool, user
from tests.emulator.calling import HEADERS, body_of, emulator, post

EVENTS: TypeAdapter[Any] = TypeAdapter(BetaRawMessageStreamEvent)
BETAS = "thinking-binding-controls-2026-08-01,compact-2026-01-12,mcp-client-2025-11-20,server-side-fallback-2026-07-01"
CITATION = {"type": "char_location", "cited_text": "x", "document_index": 0, "document_title": None,
            "start_char_index": 0, "end_char_index": 1, "file_id": None}  # fmt: skip
ANSWERS: list[Any] = [
    None,
    [{"thinking": "Hm."}, {"redacted_thinking": True}, "Yes.", {"text": "Cited.", "citations": [CITATION]}],
    [{"call": {"name": "search", "input": {"q": 1}}}],
    *([{"native": name}] for name in (*INPUTS, "advisor")),
    [{"native": {"name": "tool_search_tool_bm25", "result": ["plot"]}}],
    [{"native": {"name": "web_search", "pending": True}}],
    [{"mcp": {"server": "docs", "name": "lookup"}}],
    [{"programmatic": {"calls": ["search"]}}],
    [{"fallback": {"from": "claude-fable-5", "to": "claude-opus-4-8", "category": "cyber"}}, "Yes."],
    {"compaction": "They met."},
    {"refusal": "bio"},
]


@pytest.mark.parametrize("script", ANSWERS, ids=range(len(ANSWERS)))
@pytest.mark.parametrize("tools", [None, [tool()]])
def test_messages_and_their_events(script: Any, tools: Any) -> None:
    body = request(user("Hi"), model="claude-opus-5-5", tools=tools, context_management={"edits": []})
    answer = post(emulator(script), body, betas=BETAS)
    assert answer.status == 200
    message = body_of(answer)
    BetaMessage.model_validate(message, strict=False)
    assert set(message) <= set(BetaMessage.model_fields)
    for event in events_of(message):
        if event["type"] != "ping":
            EVENTS.validate_python(event)


def test_models_and_counts() -> None:
    to = emulator()
    for model in body_of(to.answer(Call("GET", "/v1/models", {"limit": "1000"}, HEADERS)))["data"]:
        BetaModelInfo.model_validate(model)
    body = request(user("Hi"), max_tokens=None, context_management={"edits": []})
    BetaMessageTokensCount.model_validate(body_of(post(to, body, "/v1/messages/count_tokens", BETAS)))
