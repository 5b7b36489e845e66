from typing import Any

import pytest

from sendable.conversation import Audio, Base64, Document, File, Image, Plain, Url, Video
from sendable.sources.langchain_media import MEDIA, media

CASES: dict[str, tuple[dict[str, Any], Any]] = {
    "image by data": (
        {"type": "image", "base64": "-_8=", "mime_type": "image/png"},
        Image(source=Base64(data="+/8=", media_type="image/png")),
    ),
    "image by URL": (
        {"type": "image", "url": "https://a.example/x.png", "mime_type": "image/png"},
        Image(source=Url(url="https://a.example/x.png", media_type="image/png")),
    ),
    "image by data URL": (
        {"type": "image", "url": "data:image/gif;base64,eA=="},
        Image(source=Base64(data="eA==", media_type="image/gif")),
    ),
    "image by file id": ({"type": "image", "file_id": "file_01"}, Image(source=File(file_id="file_01"))),
    "image of the form before": (
        {"type": "image", "source_type": "base64", "data": "eA==", "mime_type": "image/jpeg"},
        Image(source=Base64(data="eA==", media_type="image/jpeg")),
    ),
    "file of the form before by id": (
        {"type": "file", "source_type": "id", "id": "file_01"},
        Document(source=File(file_id="file_01")),
    ),
    "file of the form before by text": (
        {"type": "file", "source_type": "text", "text": "Hi", "mime_type": "text/markdown"},
        Document(source=Plain(text="Hi")),
    ),
    "id beside data": (
        {"type": "image", "id": "lc_1", "base64": "eA==", "mime_type": "image/png"},
        Image(source=Base64(data="eA==", media_type="image/png")),
    ),
    "file of another provider": (
        {"type": "file", "file_id": "file-abc"},
        Document(source=File(file_id="file-abc", provider="openai")),
    ),
    "file without a type": (
        {"type": "file", "base64": "eA=="},
        Document(source=Base64(data="eA==", media_type="application/pdf")),
    ),
    "file that is an image": (
        {"type": "file", "base64": "eA==", "mime_type": "image/png", "filename": "a.png"},
        Image(source=Base64(data="eA==", media_type="image/png"), name="a.png"),
    ),
    "file with what stands in extras": (
        {
            "type": "file",
            "url": "https://a.example/x.pdf",
            "extras": {"title": "X", "context": "C", "citations": {"enabled": True}},
        },
        Document(source=Url(url="https://a.example/x.pdf"), name="X", context="C", citations=True),
    ),
    "file with what stands in metadata": (
        {"type": "file", "url": "https://a.example/x.pdf", "metadata": {"title": "X"}},
        Document(source=Url(url="https://a.example/x.pdf"), name="X"),
    ),
    "plain text": (
        {"type": "text-plain", "text": "Hi", "mime_type": "text/plain", "title": "T", "context": "C"},
        Document(source=Plain(text="Hi"), name="T", context="C"),
    ),
    "plain text by data": (
        {"type": "text-plain", "base64": "SGk="},
        Document(source=Base64(data="SGk=", media_type="text/plain")),
    ),
    "plain text by URL": (
        {"type": "text-plain", "url": "https://a.example/x.txt"},
        Document(source=Url(url="https://a.example/x.txt", media_type="text/plain")),
    ),
    "audio": (
        {"type": "audio", "base64": "eA==", "mime_type": "audio/wav"},
        Audio(source=Base64(data="eA==", media_type="audio/wav")),
    ),
    "video": ({"type": "video", "url": "https://a.example/x.mp4"}, Video(source=Url(url="https://a.example/x.mp4"))),
    "Google's name for it": (
        {"type": "media", "mime_type": "video/mp4", "file_uri": "gs://x/y.mp4"},
        Video(source=Url(url="gs://x/y.mp4", media_type="video/mp4")),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_media_become_parts(name: str) -> None:
    block, part = CASES[name]
    assert media(block) == part


@pytest.mark.parametrize("kind", MEDIA)
@pytest.mark.parametrize("fields", [{}, {"base64": 3}, {"url": None}, {"file_id": ""}, {"base64": ""}])
def test_media_that_hold_nothing_are_none(kind: str, fields: dict[str, Any]) -> None:
    assert media({"type": kind, **fields}) is None
