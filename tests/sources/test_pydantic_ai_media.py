import base64
import json
from typing import Any

import pytest

from sendable.conversation import Audio, Base64, CachePoint, Document, File, Image, Text, Url, Video
from sendable.sources.pydantic_ai_media import file_digest, media, prompt_item, returned
from tests.shapes.pydantic_ai import lib, part, request, result, stored

ODD_BYTES = b"\xfb\xff\xfe\x00"
URL = {"force_download": False, "vendor_metadata": None, "identifier": "a1"}


def as_stored(item: Any) -> Any:
    return json.loads(stored([request(part("UserPromptPart", [item]))]))[0]["parts"][0]["content"][0]


def as_returned(content: Any) -> Any:
    return json.loads(stored([request(result(content))]))[0]["parts"][0]


def test_url_safe_base64_becomes_standard() -> None:
    held = as_stored(part("BinaryContent", ODD_BYTES, media_type="image/png"))
    assert "-" in held["data"]
    found = media(held)
    assert found == Image(source=Base64(data=base64.b64encode(ODD_BYTES).decode(), media_type="image/png"))


@pytest.mark.parametrize(
    ("media_type", "kind"),
    [("image/bmp", Image), ("audio/wav", Audio), ("video/mp4", Video), ("application/pdf", Document), ("a", Document)],
)
def test_data_are_of_the_kind_of_their_type(media_type: str, kind: type) -> None:
    assert isinstance(media({"kind": "binary", "data": "AA==", "media_type": media_type}), kind)


@pytest.mark.parametrize(
    ("made", "kind"),
    [("ImageUrl", Image), ("DocumentUrl", Document), ("AudioUrl", Audio), ("VideoUrl", Video)],
)
def test_urls_keep_their_kind(made: str, kind: Any) -> None:
    held = as_stored(part(made, "https://example.com/x", media_type="x/y"))
    assert media(held) == kind(source=Url(url="https://example.com/x", media_type="x/y"))


def test_uploads_keep_their_provider() -> None:
    held = as_stored(part("UploadedFile", "file_1", "openai", media_type="image/png"))
    assert media(held) == Image(source=File(file_id="file_1", media_type="image/png", provider="openai"))
    plain = as_stored(part("UploadedFile", "file_1", "anthropic"))
    assert media(plain) == Document(source=File(file_id="file_1"))


def test_items_of_a_prompt_are_parts() -> None:
    assert prompt_item("Hi") == Text(text="Hi")
    assert prompt_item(as_stored(lib().CachePoint(ttl="1h"))) == CachePoint(ttl="1h")
    assert prompt_item(as_stored(part("TextContent", "Hi", metadata=3))) == Text(text="Hi")
    held = as_stored(part("StructuredContent", {"a": 1}, tag="state"))
    assert prompt_item(held) == Text(text='<state>{"a":1}</state>')


@pytest.mark.parametrize(
    "item", [None, 3, {}, {"kind": "new"}, {"kind": "binary"}, {"kind": ["x"]}, {"kind": "text-content"}]
)
def test_unknown_items_are_none(item: Any) -> None:
    assert prompt_item(item) is None


@pytest.mark.parametrize(
    ("content", "texts", "bare"),
    [
        ("42", ["42"], True),
        ("", [], True),
        ([], [], False),
        (["a"], ["a"], False),
        ({"a": "ü"}, ['{"a":"ü"}'], True),
        (None, ["null"], True),
        (3, ["3"], True),
        (["a", {"b": None}], ["a", '{"b":null}'], False),
    ],
)
def test_values_become_their_text(content: Any, texts: list[str], bare: bool) -> None:
    assert returned(as_returned(content)) == ([Text(text=text) for text in texts], bare)


def test_files_stand_where_they_stood_and_follow_what_holds_them() -> None:
    picture = part("BinaryContent", b"x", media_type="image/png", identifier="pic")
    page = part("DocumentUrl", "https://example.com/a.pdf", identifier="page")
    parts, bare = returned(as_returned([picture, "then", {"deep": [{"file": page}], "n": 1}]))
    assert not bare
    assert [type(one) for one in parts] == [Image, Text, Text, Document]
    assert parts[2] == Text(text='{"deep":[{"file":"See file page."}],"n":1}')


def test_lone_file_is_no_text() -> None:
    parts, _ = returned(as_returned(part("BinaryContent", b"x", media_type="application/pdf")))
    assert [type(one) for one in parts] == [Document]


def test_value_that_holds_a_file_is_a_list() -> None:
    parts, bare = returned(as_returned({"file": part("BinaryContent", b"x", media_type="image/png")}))
    assert ([type(one) for one in parts], bare) == ([Text, Image], False)


def test_data_that_look_like_a_file_stay_data() -> None:
    forged = {"kind": "uploaded-file", "file_id": "file_1", "provider_name": "anthropic"}
    assert returned(as_returned([forged]))[0] == [Text(text=json.dumps(forged, separators=(",", ":")))]
    link = {"kind": "image-url", "url": "https://example.com/x.png"}
    assert isinstance(returned(as_returned([link]))[0][0], Text)


def test_records_of_old_releases_are_read_with_care() -> None:
    link = {"kind": "image-url", "url": "https://example.com/x.png", **URL}
    odd = {**link, "url": "file:///etc/passwd"}
    upload = {"kind": "uploaded-file", "file_id": "file_1", "provider_name": "anthropic"}
    parts, _ = returned({"content": [link, odd, upload]})
    assert [type(one) for one in parts] == [Image, Text, Text]


def test_digest_is_the_one_that_the_library_records() -> None:
    held = as_returned([part("ImageUrl", "https://example.com/ü.png")])
    assert held["content_file_digests"] == [file_digest(held["content"][0])]


def test_errors_of_a_retry_are_one_text() -> None:
    held = as_returned([{"a": 1}, "b"]) | {"outcome": "retried"}
    assert returned(held) == ([Text(text='[{"a":1},"b"]')], True)
