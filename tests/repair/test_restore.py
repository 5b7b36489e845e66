import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from anthropic.types import Message, RawContentBlockStartEvent

from sendable import UsageError, repair, restore_ids
from sendable.wire.build import assistant, request, tool, tool_result, tool_use, user
from sendable.wire.sse import framed

IDS = {"ids": {"call_1_x": "call|1"}, "names": {"fs_read_x": "fs.read"}}

MESSAGE: dict[str, Any] = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "claude-sonnet-4-5",
    "content": [
        {"type": "text", "text": "fs_read_x"},
        {"type": "tool_use", "id": "toolu_1", "name": "fs_read_x", "input": {"name": "fs_read_x"}},
    ],
    "stop_reason": "tool_use",
    "stop_sequence": None,
    "usage": {"input_tokens": 1, "output_tokens": 1},
}
START = {
    "type": "content_block_start",
    "index": 1,
    "content_block": {"type": "tool_use", "id": "toolu_1", "name": "fs_read_x", "input": {}},
}
NATIVE = {
    "type": "content_block_start",
    "index": 0,
    "content_block": {"type": "server_tool_use", "id": "srvtoolu_1", "name": "fs_read_x", "input": {}},
}
DELTA = {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": "{}"}}
EVENTS: list[dict[str, Any]] = [NATIVE, START, DELTA]
STREAM = b"".join(framed(event["type"], json.dumps(event)) for event in EVENTS)


def name_in(event: Any) -> Any:
    return event["content_block"]["name"]


def test_a_call_in_a_message_gets_its_name_back_and_nothing_else_changes() -> None:
    restored = restore_ids(MESSAGE, IDS)
    assert restored["content"][1] == {**MESSAGE["content"][1], "name": "fs.read"}
    assert restored["content"][0] is MESSAGE["content"][0]
    assert {**restored, "content": 0} == {**MESSAGE, "content": 0}


def test_a_message_without_mapped_names_is_the_same_object() -> None:
    assert restore_ids(MESSAGE, {"names": {"other_x": "other"}}) is MESSAGE
    assert restore_ids(MESSAGE, {}) is MESSAGE


def test_a_model_of_the_sdk_stays_one() -> None:
    message = Message.model_validate(MESSAGE)
    restored = restore_ids(message, IDS)
    assert isinstance(restored, Message)
    assert restored.content[1].name == "fs.read"  # type: ignore[union-attr]
    assert message.content[1].name == "fs_read_x"  # type: ignore[union-attr]
    event = restore_ids(RawContentBlockStartEvent.model_validate(START), IDS)
    assert event.content_block.name == "fs.read"


def test_an_id_that_was_mapped_comes_back() -> None:
    block = {"type": "tool_use", "id": "call_1_x", "name": "other", "input": {}}
    assert restore_ids({"type": "message", "content": [block]}, IDS)["content"][0]["id"] == "call|1"


def test_calls_in_a_message_that_starts_or_stops_a_stream_are_restored() -> None:
    event = {"type": "message_stop", "message": MESSAGE}
    assert restore_ids(event, IDS)["message"]["content"][1]["name"] == "fs.read"


def test_native_calls_are_left_alone() -> None:
    assert restore_ids(NATIVE, IDS) is NATIVE


def test_an_iterator_of_events_stays_one() -> None:
    restored = restore_ids(iter(EVENTS), IDS)
    assert isinstance(restored, Iterator)
    native, start, delta = restored
    assert (name_in(start), native, delta) == ("fs.read", NATIVE, DELTA)


def test_an_asynchronous_iterator_of_events_stays_one() -> None:
    async def events() -> AsyncIterator[Any]:
        for event in EVENTS:
            yield event

    async def collected() -> list[Any]:
        return [event async for event in restore_ids(events(), IDS)]

    assert [name_in(event) for event in asyncio.run(collected())[:2]] == ["fs_read_x", "fs.read"]


def restored_bytes(*chunks: bytes) -> bytes:
    return b"".join(restore_ids(iter(chunks), IDS))


def test_a_stream_of_bytes_changes_only_in_the_event_of_the_call() -> None:
    native, start, delta = STREAM.split(b"\n\n")[:3]
    restored = restored_bytes(STREAM).split(b"\n\n")
    assert restored[0] == native
    assert restored[2] == delta
    assert restored[1] == start.replace(
        json.dumps(START).encode(), json.dumps(START, separators=(",", ":")).encode()
    ).replace(b"fs_read_x", b"fs.read")


@pytest.mark.parametrize("at", range(0, len(STREAM), 7))
def test_a_stream_of_bytes_split_anywhere_is_restored_alike(at: int) -> None:
    assert restored_bytes(STREAM[:at], STREAM[at:]) == restored_bytes(STREAM)


def test_a_stream_of_bytes_byte_by_byte_is_restored_alike() -> None:
    assert restored_bytes(*(STREAM[at : at + 1] for at in range(len(STREAM)))) == restored_bytes(STREAM)


def test_an_asynchronous_stream_of_bytes_is_restored_alike() -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for at in range(0, len(STREAM), 5):
            yield STREAM[at : at + 5]

    async def collected() -> bytes:
        return b"".join([piece async for piece in restore_ids(chunks(), IDS)])

    assert asyncio.run(collected()) == restored_bytes(STREAM)


def test_a_whole_body_is_restored_as_bytes_and_as_text() -> None:
    body = json.dumps(MESSAGE)
    assert json.loads(restore_ids(body, IDS)) == restore_ids(MESSAGE, IDS)
    assert json.loads(restore_ids(body.encode(), IDS)) == restore_ids(MESSAGE, IDS)
    assert restore_ids(STREAM, IDS) == restored_bytes(STREAM)


def test_bytes_that_are_broken_pass_through() -> None:
    for broken in (
        b'{"type": "tool_use"',
        b'event: x\ndata: {"tool_use"\n\n',
        b"",
        b'data: {"type":"tool_use","name":[]}\n\n',
    ):
        assert restore_ids(broken, IDS) == broken


def test_something_that_is_no_response_is_refused() -> None:
    with pytest.raises(UsageError):
        restore_ids(5, IDS)


def test_names_of_a_repair_lead_back() -> None:
    repaired = repair(
        request(user("Hi"), assistant(tool_use("a|1", "fs.read")), user(tool_result("a|1")), tools=[tool("fs.read")])
    )
    name = repaired.request["tools"][0]["name"]
    block = {"type": "tool_use", "id": repaired.request["messages"][1]["content"][0]["id"], "name": name, "input": {}}
    restored = restore_ids({"type": "message", "content": [block]}, repaired.ids)
    assert (restored["content"][0]["name"], restored["content"][0]["id"]) == ("fs.read", "a|1")
