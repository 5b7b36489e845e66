import json
from typing import Any

import pytest
from anthropic.types import Message

from sendable.prefix.answers import answer_of
from sendable.wire.build import tool_use

BODY: dict[str, Any] = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "claude-opus-5-5",
    "content": [{"type": "text", "text": "Hello."}],
    "stop_reason": "end_turn",
    "stop_sequence": None,
    "usage": {"input_tokens": 1, "output_tokens": 1},
}
ANSWER = {"role": "assistant", "content": BODY["content"]}
EVENTS: list[dict[str, Any]] = [
    {"type": "message_start", "message": {**BODY, "content": []}},
    {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
    {"type": "ping"},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hel"}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "lo."}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "brand_new_delta", "novel": 1}},
    {"type": "content_block_stop", "index": 0},
    {"type": "message_stop"},
]


def test_every_form_of_a_response_gives_the_same_message() -> None:
    sse = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in EVENTS)
    forms: list[Any] = [
        BODY,
        json.dumps(BODY),
        json.dumps(BODY).encode(),
        ANSWER,
        EVENTS,
        iter(EVENTS),
        sse,
        sse.encode(),
    ]
    assert [answer_of(form) for form in forms] == [ANSWER] * len(forms)


def test_an_sdk_object_gives_the_fields_it_was_made_of() -> None:
    assert answer_of(Message.model_validate(BODY)) == ANSWER


def test_input_and_citations_are_put_together() -> None:
    events = [
        {"type": "content_block_start", "index": 0, "content_block": {**tool_use("a", "n")}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": '{"q": '}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": "1}"}},
        {"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": "x", "citations": None}},
        {"type": "content_block_delta", "index": 1, "delta": {"type": "citations_delta", "citation": {"type": "c"}}},
    ]  # fmt: skip
    answer = answer_of(events)
    assert answer is not None
    assert answer["content"][0]["input"] == {"q": 1}
    assert answer["content"][1]["citations"] == [{"type": "c"}]


def test_a_cut_stream_keeps_what_came() -> None:
    answer = answer_of(EVENTS[:4])
    assert answer == {"role": "assistant", "content": [{"type": "text", "text": "Hel"}]}


@pytest.mark.parametrize(
    "response", [None, {}, {"type": "error", "error": {}}, "not json", b"", [], [{"type": "ping"}], 7]
)
def test_what_adds_no_message_gives_none(response: Any) -> None:
    assert answer_of(response) is None
