import base64
from itertools import product

import pytest

from sendable.conversation import Audio, Base64, Document, File, Image, Parts, Plain, Raw, Source, Text, Url, Video
from sendable.errors import ContentDecodeError, UnsupportedContentBlockError
from sendable.render.blocks import nested_blocks
from sendable.render.media import IMAGE_TYPES, document_block, image_block, no_assistant_media, no_sound_or_film
from sendable.render.style import Style

STYLE = Style()
PRIVATE = "https://private.example/secret"


def sources(media_type: str) -> list[Source]:
    return [
        Base64(data="eA==", media_type=media_type),
        Raw(data=b"x", media_type=media_type),
        Url(url=PRIVATE, media_type=media_type),
        File(file_id="secret", media_type=media_type),
    ]


@pytest.mark.parametrize(("media_type", "at"), list(product(IMAGE_TYPES, range(4))))
def test_images_of_known_types_go_by_every_source(media_type: str, at: int) -> None:
    expected = [
        {"type": "base64", "media_type": media_type, "data": "eA=="},
        {"type": "base64", "media_type": media_type, "data": "eA=="},
        {"type": "url", "url": PRIVATE},
        {"type": "file", "file_id": "secret"},
    ]
    assert image_block(Image(source=sources(media_type)[at]), STYLE) == {"type": "image", "source": expected[at]}


REFUSED_IMAGES: list[Source] = [
    *(source for kind in ("image/bmp", "image/svg+xml", "text/plain", "odd") for source in sources(kind)),
    Base64(data="eA==", media_type=""),
    Plain(text="x"),
    Parts(parts=[]),
    File(file_id="secret", media_type="image/png", provider="openai"),
]


@pytest.mark.parametrize("source", REFUSED_IMAGES, ids=range(len(REFUSED_IMAGES)))
def test_other_images_are_refused_without_naming_where_they_are(source: Source) -> None:
    with pytest.raises(UnsupportedContentBlockError) as caught:
        image_block(Image(source=source), STYLE)
    assert not any(held in str(caught.value) for held in ("private", "secret", "eA=="))


REFUSED_DOCUMENTS: list[Source] = [
    *(source for kind in ("text/html", "image/png", PRIVATE, "x" * 500) for source in sources(kind)),
    Url(url=PRIVATE, media_type="text/plain"),
    Base64(data="eA==", media_type=""),
    File(file_id="secret", provider="google"),
]


@pytest.mark.parametrize("source", REFUSED_DOCUMENTS, ids=range(len(REFUSED_DOCUMENTS)))
def test_other_documents_are_refused_without_naming_where_they_are(source: Source) -> None:
    with pytest.raises(UnsupportedContentBlockError) as caught:
        document_block(Document(source=source), STYLE, nested_blocks)
    assert not any(held in str(caught.value) for held in ("private", "secret", "eA==", "xxx"))


@pytest.mark.parametrize(
    "source",
    [
        Base64(data="no base64!", media_type="text/plain"),
        Base64(data="eA=", media_type="text/plain"),
        Base64(data="blåbær", media_type="text/plain"),
        Base64(data=base64.b64encode(b"\xff").decode(), media_type="text/plain"),
        Raw(data=b"\xff", media_type="text/plain"),
    ],
    ids=range(5),
)
def test_text_that_cannot_be_decoded_is_an_error_of_its_own(source: Source) -> None:
    with pytest.raises(ContentDecodeError) as caught:
        document_block(Document(source=source), STYLE, nested_blocks)
    assert isinstance(caught.value, ValueError)
    assert caught.value.__cause__ is None


def test_text_keeps_every_character() -> None:
    said = "a\r\n\tblåbær 🫐\n"
    block = document_block(Document(source=Raw(data=said.encode(), media_type="text/plain")), STYLE, nested_blocks)
    assert block["source"]["data"] == said


def test_assistant_reason_goes_before_faults_of_the_media() -> None:
    for part in (Document(source=Base64(data="!", media_type="text/plain")), Audio(source=Url(url="u"))):
        with pytest.raises(
            UnsupportedContentBlockError, match=r"^only user messages and tool results can carry media, not"
        ):
            no_assistant_media(part, STYLE)


@pytest.mark.parametrize("kind", [Audio, Video])
def test_sound_and_film_are_refused_by_every_source(kind: type[Audio] | type[Video]) -> None:
    for source in sources("audio/wav"):
        with pytest.raises(UnsupportedContentBlockError, match=f"^{kind.__name__.lower()} content is not supported"):
            no_sound_or_film(kind(source=source), STYLE)


def test_document_of_one_string_without_it_is_an_empty_list() -> None:
    block = document_block(Document(source=Parts(parts=[], bare=True)), STYLE, nested_blocks)
    assert block["source"] == {"type": "content", "content": []}
    bare = document_block(Document(source=Parts(parts=[Text(text="x")], bare=True)), STYLE, nested_blocks)
    assert bare["source"]["content"] == "x"


def test_a_document_given_as_text_is_plain_text() -> None:
    with pytest.raises(UnsupportedContentBlockError, match=r"documents must be .*; text/html is not"):
        document_block(Document(source=Plain(text="x", media_type="text/html")), STYLE, nested_blocks)


def test_a_document_of_several_parts_is_never_bare() -> None:
    two = Parts(parts=[Text(text="a"), Text(text="b")], bare=True)
    block = document_block(Document(source=two), STYLE, nested_blocks)
    assert [one["text"] for one in block["source"]["content"]] == ["a", "b"]
