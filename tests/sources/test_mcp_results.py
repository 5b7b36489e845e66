import base64
import contextlib
import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable.conversation import (
    Audio,
    Base64,
    Conversation,
    Document,
    Image,
    Message,
    Part,
    Plain,
    Text,
    ToolResult,
    Video,
)
from sendable.errors import UnreadableError, UnsupportedContentBlockError, UsageError
from sendable.render import render
from sendable.sources.mcp_results import tool_result_parts
from tests.sources.damage import damaged

Json = dict[str, Any]

PNG = base64.b64encode(b"\x89PNG").decode()


def text(said: str) -> Json:
    return {"type": "text", "text": said}


def resource(**fields: Any) -> Json:
    return {"type": "resource", "resource": {"uri": "file:///notes", **fields}}


def parts_of(*blocks: Json, **fields: Any) -> list[Part]:
    return tool_result_parts({"content": list(blocks), **fields}).parts


@pytest.mark.parametrize(
    ("block", "part"),
    [
        (text("a"), Text(text="a")),
        (
            {"type": "image", "data": PNG, "mimeType": "image/png"},
            Image(source=Base64(data=PNG, media_type="image/png")),
        ),
        (
            {"type": "image", "data": "-_-_", "mime_type": "image/x"},
            Image(source=Base64(data="+/+/", media_type="image/x")),
        ),
        (
            {"type": "audio", "data": "eA==", "mimeType": "audio/wav"},
            Audio(source=Base64(data="eA==", media_type="audio/wav")),
        ),
        (resource(text="b"), Document(source=Plain(text="b"), name="file:///notes")),
        (resource(text="b", mimeType="text/csv"), Document(source=Plain(text="b"), name="file:///notes")),
        (
            resource(blob="eA==", mimeType="application/pdf"),
            Document(source=Base64(data="eA==", media_type="application/pdf"), name="file:///notes"),
        ),
        (
            resource(blob="eA==", mimeType="text/csv"),
            Document(source=Base64(data="eA==", media_type="text/plain"), name="file:///notes"),
        ),
        (
            resource(blob="eA==", mimeType="image/png"),
            Image(source=Base64(data="eA==", media_type="image/png"), name="file:///notes"),
        ),
        (
            resource(blob="eA==", mimeType="video/mp4"),
            Video(source=Base64(data="eA==", media_type="video/mp4"), name="file:///notes"),
        ),
        (
            resource(blob="eA=="),
            Document(source=Base64(data="eA==", media_type="application/octet-stream"), name="file:///notes"),
        ),
        ({"type": "resource_link", "uri": "u", "name": "u"}, Text(text="[Resource: u]")),
        (
            {"type": "resource_link", "uri": "u", "name": "n", "title": "T", "description": "All of it."},
            Text(text="[Resource: T, u]\nAll of it."),
        ),
    ],
)
def test_each_kind_of_block_becomes_its_part(block: Json, part: Part) -> None:
    assert parts_of(block) == [part]


STRUCTURED: list[tuple[list[str], Any, list[str]]] = [
    ([], {"a": 1}, ['{"a":1}']),
    (["hello"], {"a": 1}, ["hello", '{"a":1}']),
    (['{\n  "a": 1\n}'], {"a": 1}, ['{\n  "a": 1\n}']),
    (['{"b": 2, "a": 1}'], {"a": 1, "b": 2}, ['{"b": 2, "a": 1}']),
    (["look:", '{"a": 1}'], {"a": 1}, ["look:", '{"a": 1}']),
    (["hello"], {"result": "hello"}, ["hello"]),
    (["1", "2"], {"result": [1, 2]}, ["1", "2"]),
    (["a", "b"], {"result": ["a", "b"]}, ["a", "b"]),
    (["1"], {"result": True}, ["1", '{"result":true}']),
    (["1"], {"a": 1}, ["1", '{"a":1}']),
    (["x"], None, ["x"]),
]


@pytest.mark.parametrize(("texts", "structured", "told"), STRUCTURED, ids=range(len(STRUCTURED)))
def test_structured_content_is_told_once(texts: list[str], structured: Any, told: list[str]) -> None:
    parts = parts_of(*map(text, texts), structuredContent=structured)
    assert [part.text for part in parts if isinstance(part, Text)] == told


@pytest.mark.parametrize(("stored", "flag"), [({"isError": True}, True), ({"is_error": False}, False), ({}, None)])
def test_flag_of_the_result_is_kept(stored: Json, flag: bool | None) -> None:
    assert tool_result_parts({"content": [], **stored}).is_error is flag


AUDIO = {"content": [text("a"), {"type": "audio", "data": "eA==", "mimeType": "audio/wav"}]}


def test_audio_raises_the_error_of_a_user_message() -> None:
    parts = tool_result_parts(AUDIO).parts
    held = Conversation(messages=[Message(role="tool", parts=[ToolResult(call_id="a", parts=parts)])])
    said = Conversation(messages=[Message(role="user", parts=parts)])
    with pytest.raises(UnsupportedContentBlockError) as in_result:
        render(held)
    with pytest.raises(UnsupportedContentBlockError) as in_message:
        render(said)
    assert str(in_result.value) == str(in_message.value)
    assert in_result.value.path == "messages.0.parts.0.parts.1"


def test_audio_may_become_a_note_that_says_so() -> None:
    parts, _, lost = tool_result_parts(AUDIO, audio="note")
    assert parts[1] == Text(text="[Audio, audio/wav, 3 bytes: it cannot be sent]")
    assert [(one.path, one.what) for one in lost] == [("content.1", "audio, of which a note is left")]


def test_what_stands_beside_the_content_is_told() -> None:
    block = {**text("a"), "annotations": {"audience": ["user"]}, "_meta": {"x": 1}}
    lost = tool_result_parts({"content": [block, {"type": "new"}], "_meta": {"y": 1}}).lost
    assert [one.path for one in lost] == ["content.0._meta", "content.0.annotations", "content.1", "_meta"]


def test_what_is_no_result_is_unreadable() -> None:
    for value in (None, 3, "x", [], object()):
        with pytest.raises(UnreadableError):
            tool_result_parts(value)


WHOLE = {
    "content": [
        text("a"),
        {"type": "image", "data": PNG, "mimeType": "image/png", "annotations": {"priority": 1}},
        resource(text="b"),
        resource(blob="eA==", mimeType="audio/wav"),
        {"type": "resource_link", "uri": "u", "name": "n", "title": "t", "description": "d"},
    ],
    "structuredContent": {"a": 1},
    "isError": False,
    "_meta": {"x": 1},
}


@given(damaged(WHOLE), st.sampled_from(["error", "note"]))
def test_damage_is_unreadable_or_lost(value: Any, audio: Any) -> None:
    before = copy.deepcopy(value)
    with contextlib.suppress(UnreadableError):
        tool_result_parts(value, audio)
    assert value == before


def test_another_choice_for_audio_is_refused() -> None:
    odd: Any = "zzz"
    with pytest.raises(UsageError, match="one of error, note"):
        tool_result_parts({"content": []}, audio=odd)
