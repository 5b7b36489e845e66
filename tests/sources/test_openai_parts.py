from typing import Any

import pytest

from sendable.conversation import (
    Audio,
    Base64,
    CachePoint,
    Document,
    File,
    Image,
    Lost,
    Text,
    ToolReference,
    Url,
    Video,
)
from sendable.sources.openai_parts import arguments_of, cache_points, content_parts, url_source

PDF = Base64(data="JVBERi0x", media_type="application/pdf")
OWN_FILE = File(file_id="file-1", provider="openai")


@pytest.mark.parametrize(
    ("entry", "part"),
    [
        ({"type": "text", "text": "x"}, Text(text="x")),
        ({"type": "input_text", "text": "x"}, Text(text="x")),
        ({"type": "output_text", "text": "x", "annotations": []}, Text(text="x")),
        ({"type": "refusal", "refusal": "No."}, Text(text="No.")),
        ("x", Text(text="x")),
        (
            {"type": "image_url", "image_url": {"url": "https://x.test/a.png", "detail": "auto"}},
            Image(source=Url(url="https://x.test/a.png")),
        ),
        (
            {"type": "image_url", "image_url": {"url": "data:image/png;base64,eA=="}},
            Image(source=Base64(data="eA==", media_type="image/png")),
        ),
        ({"type": "input_image", "image_url": "https://x.test/a.png"}, Image(source=Url(url="https://x.test/a.png"))),
        ({"type": "input_image", "file_id": "file-1", "image_url": None}, Image(source=OWN_FILE)),
        ({"type": "computer_screenshot", "file_id": "file-1"}, Image(source=OWN_FILE)),
        (
            {"type": "file", "file": {"file_data": "data:application/pdf;base64,JVBERi0x", "filename": "a.pdf"}},
            Document(source=PDF, name="a.pdf"),
        ),
        ({"type": "file", "file": {"file_data": "JVBERi0x", "filename": "a"}}, Document(source=PDF, name="a")),
        (
            {"type": "file", "file": {"file_data": "eA==", "filename": "a.txt"}},
            Document(source=Base64(data="eA==", media_type="text/plain"), name="a.txt"),
        ),
        (
            {"type": "file", "file": {"file_data": "data:image/png;base64,eA==", "filename": "a.png"}},
            Image(source=Base64(data="eA==", media_type="image/png"), name="a.png"),
        ),
        ({"type": "file", "file": {"file_id": "file-1"}}, Document(source=OWN_FILE)),
        ({"type": "input_file", "file_url": "https://x.test/a.pdf"}, Document(source=Url(url="https://x.test/a.pdf"))),
        (
            {"type": "input_audio", "input_audio": {"data": "eA==", "format": "mp3"}},
            Audio(source=Base64(data="eA==", media_type="audio/mpeg")),
        ),
        (
            {"type": "video_url", "video_url": {"url": "https://x.test/a.mp4"}},
            Video(source=Url(url="https://x.test/a.mp4")),
        ),
        ({"type": "tool_reference", "tool_name": "weather"}, ToolReference(name="weather")),
    ],
)
def test_entry_becomes_its_part(entry: Any, part: Any) -> None:
    lost: list[Lost] = []
    assert content_parts([entry], "content", lost) == [part]
    assert lost == []


@pytest.mark.parametrize(
    "entry",
    [
        7,
        None,
        {},
        {"type": "text"},
        {"type": "text", "text": 7},
        {"type": "image_url", "image_url": {}},
        {"type": "image_url", "image_url": 7},
        {"type": "input_audio", "input_audio": {"data": 1}},
        {"type": "file", "file": {}},
        {"type": "file"},
        {"type": ["text"]},
        {"type": "hologram"},
    ],
)
def test_entry_of_no_kind_is_told(entry: Any) -> None:
    lost: list[Lost] = []
    assert content_parts([entry], "content", lost) == []
    assert [one.path for one in lost] == ["content.0"]


def test_what_an_entry_says_beside_is_told() -> None:
    lost: list[Lost] = []
    image = {"type": "image_url", "image_url": {"url": "https://x.test/a.png", "detail": "low"}}
    cited = {"type": "output_text", "text": "x", "annotations": [{"type": "url_citation"}]}
    assert len(content_parts([image, cited], "content", lost)) == 2
    assert [one.path for one in lost] == ["content.0.detail", "content.1.annotations"]


def test_breakpoints_of_both_makers_become_cache_points() -> None:
    lost: list[Lost] = []
    assert cache_points({"cache_control": {"type": "ephemeral", "ttl": "1h"}}, "p", lost) == [CachePoint(ttl="1h")]
    assert cache_points({"prompt_cache_breakpoint": {"mode": "explicit"}}, "p", lost) == [CachePoint()]
    assert lost == []
    assert cache_points({"prompt_cache_breakpoint": {"mode": "explicit", "ttl": "12h"}}, "p", lost) == [CachePoint()]
    assert [one.path for one in lost] == ["p.prompt_cache_breakpoint.ttl"]
    assert cache_points({"cache_control": "x"}, "p", lost) == []


@pytest.mark.parametrize(
    ("url", "source"),
    [
        ("https://x.test/a", Url(url="https://x.test/a")),
        ("data:image/png;base64,a-_b", Base64(data="a+/b", media_type="image/png")),
        ("DATA:image/png;charset=x;BASE64,eA%3D%3D", Base64(data="eA==", media_type="image/png")),
        ("data:,a%20b", Base64(data="YSBi", media_type="text/plain")),
        ("data:text/plain;charset=utf-8,%C3%A9", Base64(data="w6k=", media_type="text/plain")),
        ("data:", Base64(data="", media_type="text/plain")),
    ],
)
def test_data_stand_in_a_data_url(url: str, source: Any) -> None:
    assert url_source(url) == source


@pytest.mark.parametrize(
    ("stored", "arguments"),
    [
        ('{"a": 1}', {"a": 1}),
        ({"a": 1}, {"a": 1}),
        ("", {}),
        (" ", {}),
        (None, {}),
        ('{"a": ', '{"a": '),
        ("[1]", "[1]"),
        ("NaN", "NaN"),
        ("[" * 100_000, "[" * 100_000),
    ],
)
def test_arguments_are_parsed_where_they_are_an_object(stored: Any, arguments: Any) -> None:
    assert arguments_of(stored) == arguments
