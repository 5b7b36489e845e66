from typing import Any

import pytest

from sendable.conversation import (
    Audio,
    Base64,
    Document,
    File,
    Image,
    Plain,
    RedactedThinking,
    Text,
    Thinking,
    ToolCall,
    Url,
    Verbatim,
    Video,
)
from sendable.sources.ai_sdk_parts import call_of, file_part, points, provider_of, reasoning_part, text_part

PNG = "iVBORw0KGgo="

FILES: dict[str, tuple[dict[str, Any], Any]] = {
    "URL": (
        {"mediaType": "image/png", "url": "https://a.example/x"},
        Image(source=Url(url="https://a.example/x", media_type="image/png")),
    ),
    "data URL": (
        {"mediaType": "image/png", "url": "data:image/png;base64,eA=="},
        Image(source=Base64(data="eA==", media_type="image/png")),
    ),
    "base64": (
        {"mediaType": "application/pdf", "data": "-_8="},
        Document(source=Base64(data="+/8=", media_type="application/pdf")),
    ),
    "name": (
        {"mediaType": "application/pdf", "data": "eA==", "filename": "x.pdf"},
        Document(source=Base64(data="eA==", media_type="application/pdf"), name="x.pdf"),
    ),
    "what Anthropic is told of it": (
        {
            "mediaType": "text/plain",
            "data": "eA==",
            "providerOptions": {"anthropic": {"title": "T", "context": "C", "citations": {"enabled": True}}},
        },
        Document(source=Base64(data="eA==", media_type="text/plain"), name="T", context="C", citations=True),
    ),
    "any image": ({"mediaType": "image/*", "data": PNG}, Image(source=Base64(data=PNG, media_type="image/png"))),
    "any image by URL": (
        {"mediaType": "image/*", "url": "https://a.example/x"},
        Image(source=Url(url="https://a.example/x")),
    ),
    "image part": ({"type": "image", "image": PNG}, Image(source=Base64(data=PNG, media_type="image/png"))),
    "image of no known kind": (
        {"type": "image", "image": "eA=="},
        Image(source=Base64(data="eA==", media_type="image/jpeg")),
    ),
    "bytes": (
        {"type": "image", "image": {"0": 1, "1": 2}, "mediaType": "image/png"},
        Image(source=Base64(data="AQI=", media_type="image/png")),
    ),
    "a buffer": (
        {"mediaType": "image/png", "data": {"type": "Buffer", "data": [1, 2]}},
        Image(source=Base64(data="AQI=", media_type="image/png")),
    ),
    "tagged URL": (
        {"mediaType": "application/pdf", "data": {"type": "url", "url": "https://a.example/x"}},
        Document(source=Url(url="https://a.example/x", media_type="application/pdf")),
    ),
    "tagged text": (
        {"mediaType": "text/plain", "data": {"type": "text", "text": "Hi"}},
        Document(source=Plain(text="Hi")),
    ),
    "reference": (
        {"mediaType": "application/pdf", "data": {"type": "reference", "reference": {"anthropic": "file_1"}}},
        Document(source=File(file_id="file_1")),
    ),
    "file id": ({"type": "image-file-id", "fileId": "file_1"}, Image(source=File(file_id="file_1"))),
    "file id by provider": (
        {"type": "file-id", "fileId": {"anthropic": "file_1"}},
        Document(source=File(file_id="file_1")),
    ),
    "audio": ({"mediaType": "audio/wav", "data": "eA=="}, Audio(source=Base64(data="eA==", media_type="audio/wav"))),
    "video": (
        {"mediaType": "video/mp4", "url": "https://a.example/x"},
        Video(source=Url(url="https://a.example/x", media_type="video/mp4")),
    ),
    "without a type": ({"data": "eA=="}, Document(source=Base64(data="eA==", media_type="application/octet-stream"))),
}


@pytest.mark.parametrize("name", FILES)
def test_files_are_media(name: str) -> None:
    part, expected = FILES[name]
    assert file_part({"type": "file", **part}) == expected


@pytest.mark.parametrize("held", [None, 3, "", {}, {"type": "url"}, {"0": "x"}, {"0": 999}, []])
def test_a_file_that_holds_nothing_is_none(held: Any) -> None:
    assert file_part({"type": "file", "mediaType": "image/png", "data": held}) is None


REASONING: list[tuple[dict[str, Any], Any]] = [
    ({"anthropic": {"signature": "s"}}, Thinking(text="Hm.", signature="s")),
    ({"bedrock": {"signature": "s"}}, Thinking(text="Hm.", signature="s")),
    ({"anthropic": {"redactedData": "x"}}, RedactedThinking(data="x")),
    ({"openai": {"itemId": "rs_1", "reasoningEncryptedContent": "x"}}, Thinking(text="Hm.", provider="openai")),
    ({}, Thinking(text="Hm.", provider=None)),
]


@pytest.mark.parametrize(("held", "expected"), REASONING)
def test_reasoning_is_thinking_of_whoever_signed_it(held: dict[str, Any], expected: Any) -> None:
    assert reasoning_part({"type": "reasoning", "text": "Hm.", "providerMetadata": held}) == expected


def test_reasoning_without_text_is_none() -> None:
    assert reasoning_part({"type": "reasoning"}) is None


def test_a_compaction_is_kept_as_text_and_goes_back_as_itself() -> None:
    held = {"type": "text", "text": "So far.", "providerMetadata": {"anthropic": {"type": "compaction"}}}
    assert text_part(held) == Verbatim(provider="anthropic", block={"type": "compaction", "content": "So far."})
    assert text_part({"type": "text", "text": "Hi"}) == Text(text="Hi")
    assert text_part({"type": "text"}) is None


@pytest.mark.parametrize(
    ("caller", "extra"),
    [
        (
            {"type": "code_execution_20260120", "toolId": "srvtoolu_1"},
            {"type": "code_execution_20260120", "tool_id": "srvtoolu_1"},
        ),
        ({"type": "direct"}, {"type": "direct"}),
    ],
)
def test_a_call_knows_who_called(caller: dict[str, Any], extra: dict[str, Any]) -> None:
    part = {"callProviderMetadata": {"anthropic": {"caller": caller}}}
    assert call_of("1", "a", {}, part) == ToolCall(id="1", name="a", extra={"caller": extra})
    assert call_of("1", "a", None, {}) == ToolCall(id="1", name="a")


def test_metadata_of_other_forms_say_nothing() -> None:
    assert points({"providerMetadata": {"anthropic": 3}}) == []
    assert provider_of({"providerMetadata": 3}) is None
