import pytest

from sendable.contract.check import check
from sendable.contract.media import has_source, largest_image, loc, media_of, most_media
from sendable.targets import Target
from sendable.wire.build import PNG, assistant, document, image, pdf, png, request, text, tool_result, tool_use, user
from sendable.wire.index import Index

PARTS = {"type": "document", "source": {"type": "content", "content": [text("1"), image()]}}
LINKED = {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}}


def index_of(*content: object) -> Index:
    return Index(request(user("Hi"), assistant(tool_use()), user(tool_result(content=[text("a"), *content]), *content)))


def test_media_are_found_wherever_they_stand_and_in_order() -> None:
    media = media_of(index_of(PARTS, LINKED))
    assert [loc(block) for block in media.images] == [
        "messages.2.content.0.tool_result.content.1.document.source.content.content.1.image",
        "messages.2.content.0.tool_result.content.2.image",
        "messages.2.content.1.document.source.content.content.1.image",
        "messages.2.content.2.image",
    ]
    assert len(media.documents) == 2


def test_only_base64_is_read() -> None:
    media = media_of(index_of(LINKED))
    assert len(media.images) == 2
    assert media.inline_images == []
    assert all(has_source(block, "url") for block in media.images)


def test_the_api_calls_a_pdf_by_its_format() -> None:
    assert loc(media_of(index_of(document())).documents[-1], "pdf") == "messages.2.content.1.pdf"


def test_pages_of_all_pdfs_are_counted() -> None:
    assert media_of(index_of(document(pdf(3)), document("JVBERi0xLjQK"))).pages == 6


def test_documents_count_towards_many_on_the_clouds_only() -> None:
    media = media_of(index_of(document(), image()))
    assert media.count_towards_many(Target()) == 2
    assert media.count_towards_many(Target("vertex")) == 4
    assert not media.many(Target())


def test_an_image_is_one_by_its_bytes() -> None:
    found = media_of(index_of(image(png(3, 2), "image/gif"))).inline_images[0]
    assert (found.declared, found.actual, found.size, found.longest, found.is_image) == (
        "image/gif", "image/png", (3, 2), 3, True,
    )  # fmt: skip


def test_an_image_without_a_side_is_none() -> None:
    assert not media_of(index_of(image(png(0, 5)))).inline_images[0].is_image


def test_limits_depend_on_the_target() -> None:
    assert largest_image(Target("bedrock")) * 2 == largest_image(Target())
    assert most_media(Target(model="claude-haiku-4-5")) == 100
    assert most_media(Target(model="my-model")) is None


ODD = (
    None, [], "x", {}, {"type": 3}, {"type": "base64"}, {"type": "base64", "data": [PNG], "media_type": {}},
    {"type": "base64", "data": PNG, "media_type": ["image/png"]}, {"type": "url", "url": 3},
    {"type": "url", "url": "//["},
)  # fmt: skip


@pytest.mark.parametrize("source", ODD)
@pytest.mark.parametrize("kind", ["image", "document"])
def test_values_of_any_type_do_no_harm(source: object, kind: str) -> None:
    index = index_of({"type": kind, "source": source, "transformations": source, "citations": source})
    assert media_of(index).pdfs == []
    check(index, Target("bedrock"))
    check(index)
