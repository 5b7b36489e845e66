from typing import Any

import pytest

from sendable.conversation import (
    Audio,
    Base64,
    CachePoint,
    Document,
    Image,
    Lost,
    Part,
    Text,
    ToolCall,
    ToolResult,
    Url,
    Verbatim,
    Video,
)
from sendable.sources.flink_agents_blocks import read_answer, read_blocks

Json = dict[str, Any]


def media(kind: str, **fields: Any) -> Json:
    unset = {"data": None, "url": None, "name": None, "size_bytes": None, "sha256": None}
    return {"type": kind, **unset, **fields}


@pytest.mark.parametrize(
    ("block", "part"),
    [
        ("a", Text(text="a")),
        ({"type": "text", "text": "a"}, Text(text="a")),
        (media("image", mime_type="image/png", data="-_"), Image(source=Base64(data="+/", media_type="image/png"))),
        (media("image", mime_type="image/png", url="u"), Image(source=Url(url="u", media_type="image/png"))),
        (
            media("document", mime_type="application/pdf", data="eA==", name="a.pdf"),
            Document(source=Base64(data="eA==", media_type="application/pdf"), name="a.pdf"),
        ),
        (media("audio", mime_type="audio/wav", data="eA=="), Audio(source=Base64(data="eA==", media_type="audio/wav"))),
        (media("video", mime_type="video/mp4", url="u"), Video(source=Url(url="u", media_type="video/mp4"))),
        (media("image", data="eA=="), Image(source=Base64(data="eA==", media_type="application/octet-stream"))),
        (
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "eA=="}},
            Image(source=Base64(data="eA==", media_type="image/png")),
        ),
        (
            {"type": "audio", "source": {"type": "base64", "media_type": "audio/wav", "data": "eA=="}},
            Audio(source=Base64(data="eA==", media_type="audio/wav")),
        ),
        (
            {"type": "tool_result", "tool_use_id": "a", "content": "x"},
            ToolResult(call_id="a", parts=[Text(text="x")], bare=True),
        ),
        ({"type": "tool_result", "external_id": "a"}, ToolResult(call_id="a", parts=[], bare=True)),
        (
            {"type": "tool_result", "call_id": "a", "content": [{"type": "text", "text": "x"}], "is_error": True},
            ToolResult(call_id="a", parts=[Text(text="x")], is_error=True),
        ),
        ({"type": "tool_use", "id": "a", "name": "b", "input": {}}, ToolCall(id="a", name="b")),
    ],
)
def test_each_shape_becomes_its_part(block: Any, part: Part) -> None:
    lost: list[Lost] = []
    assert read_blocks([block], "0.blocks", lost) == [part]
    assert lost == []


@pytest.mark.parametrize(
    "block", [3, None, {}, {"type": "new"}, {"type": "image"}, {"type": "tool_result"}, {"type": "text", "text": 3}]
)
def test_block_of_no_known_form_is_told(block: Any) -> None:
    lost: list[Lost] = []
    assert read_blocks([block], "0.blocks", lost) == []
    assert [one.path for one in lost] == ["0.blocks.0"]


def test_size_and_digest_of_a_file_are_told() -> None:
    lost: list[Lost] = []
    read_blocks([media("image", mime_type="image/png", url="u", sha256="x", size_bytes=3)], "0", lost)
    assert [one.path for one in lost] == ["0.0.size_bytes", "0.0.sha256"]


def test_cache_control_of_a_block_is_a_cache_point() -> None:
    block = {"type": "text", "text": "a", "cache_control": {"type": "ephemeral", "ttl": "1h"}}
    assert read_blocks([block], "0", []) == [Text(text="a"), CachePoint(ttl="1h")]


def test_blocks_of_an_answer_lose_their_nulls_and_keep_what_is_new() -> None:
    blocks: list[Any] = [
        {"type": "text", "text": "a", "citations": None},
        {"type": "tool_use", "id": "a", "name": "b", "input": {"x": None}, "caller": None},
        {"type": "new", "data": 1, "more": None},
        {"type": "compaction", "content": None},
    ]
    assert read_answer(blocks, "0", [], None) == [
        Text(text="a"),
        ToolCall(id="a", name="b", arguments={"x": None}),
        Verbatim(provider="anthropic", block={"type": "new", "data": 1}),
        Verbatim(provider="anthropic", block={"type": "compaction", "content": None}),
    ]


def test_block_of_an_answer_that_is_no_object_is_told() -> None:
    lost: list[Lost] = []
    assert read_answer(["x"], "0", lost, None) == []
    assert [one.path for one in lost] == ["0.0"]
