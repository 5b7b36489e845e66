from typing import Any

import msgspec

from sendable.emulator.events import events_of, framed
from sendable.prefix.answers import answer_of
from sendable.wire.build import native_call, native_result, thinking, tool_use
from sendable.wire.sse import EventParser

CITATION = {"type": "char_location", "cited_text": "x", "document_index": 0, "document_title": None,
            "start_char_index": 0, "end_char_index": 1}  # fmt: skip
CONTENT = [
    thinking("Let me see. " * 5, "U0lHTg=="),
    thinking("", "U0lHTg=="),
    {"type": "redacted_thinking", "data": "AAAA"},
    {"type": "text", "text": "The answer, at some length.", "citations": [CITATION]},
    {"type": "text", "text": ""},
    native_call(),
    native_result(content=[{"type": "web_search_result", "title": "T"}]),
    {"type": "fallback", "from": {"model": "a"}, "to": {"model": "b"}},
    {"type": "compaction", "content": "They met."},
    tool_use(arguments={"query": "a long question about é", "n": [1, 2, 3]}),
    tool_use("toolu_2"),
]
USAGE = {
    "input_tokens": 3,
    "output_tokens": 7,
    "cache_read_input_tokens": 0,
    "server_tool_use": {"web_search_requests": 1},
}


def message(content: Any = CONTENT, **fields: Any) -> Any:
    held = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": content}
    return held | {"stop_reason": "tool_use", "stop_sequence": None, "stop_details": None, "usage": USAGE} | fields


def test_the_events_build_up_the_content_that_they_came_from() -> None:
    told = b"".join(map(framed, events_of(message())))
    built = answer_of(told)
    assert built is not None
    assert built["content"] == CONTENT


def test_the_order_is_that_of_the_api() -> None:
    kinds = [event["type"] for event in events_of(message([{"type": "text", "text": "x" * 30}]))]
    assert kinds == [
        "message_start", "content_block_start", "ping", "content_block_delta", "content_block_delta",
        "content_block_stop", "message_delta", "message_stop",
    ]  # fmt: skip
    assert [event["type"] for event in events_of(message([]))] == [
        "message_start",
        "ping",
        "message_delta",
        "message_stop",
    ]


def test_each_event_is_framed_by_name_and_data() -> None:
    [first, *_] = events_of(message([]))
    [event] = EventParser().feed(framed(first))
    assert event.raw.startswith(b'event: message_start\ndata: {"type":"message_start",')
    assert event.raw.endswith(b"}\n\n")
    assert msgspec.json.decode(event.data) == first


def test_the_start_holds_nothing_of_the_content_and_the_end_the_reason() -> None:
    held = message(container={"id": "c"}, context_management={"applied_edits": []}, input_transformations=[])
    events = list(events_of(held))
    start = events[0]["message"]
    assert (start["content"], start["stop_reason"], start["input_transformations"]) == ([], None, [])
    assert start["usage"]["input_tokens"] == 3
    assert "container" not in start
    end = events[-2]
    assert end["delta"] == {
        "stop_reason": "tool_use",
        "stop_sequence": None,
        "stop_details": None,
        "container": {"id": "c"},
    }
    assert end["usage"] == USAGE
    assert end["context_management"] == {"applied_edits": []}


def test_inputs_come_in_parts_behind_an_empty_one() -> None:
    deltas = [event["delta"] for event in events_of(message([CONTENT[9]])) if event["type"] == "content_block_delta"]
    parts = [delta["partial_json"] for delta in deltas]
    assert parts[0] == ""
    assert len(parts) > 2
    assert msgspec.json.decode("".join(parts)) == CONTENT[9]["input"]


def test_thinking_ends_with_its_signature() -> None:
    deltas = [
        event["delta"]["type"] for event in events_of(message(CONTENT[:2])) if event["type"] == "content_block_delta"
    ]
    assert deltas == ["thinking_delta"] * 3 + ["signature_delta"] * 2
