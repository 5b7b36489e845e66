"""The rule `image-url-platform`."""

from sendable.contract.evidence import documented, recorded
from sendable.contract.media import has_source, loc, media_of
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import assistant, image, request, user
from sendable.wire.index import Index

LINKED = {"type": "image", "source": {"type": "url", "url": "https://example.com/cat.png"}}


@rule(
    phase=Phase.MEDIA,
    when=("image", "document"),
    platforms=("bedrock", "vertex"),
    message="{loc}.source.base64.data: URL sources are not supported",
    evidence=[
        recorded("lingua, multimodalRequest to Vertex", "2026-08"),
        documented("build-with-claude/vision, pdf-support", "2026-08-21"),
    ],
    breaks=Example(request(user(LINKED), assistant("I see."), user("Go on.")), Target("vertex")),
    spares=Example(request(user(image())), Target("vertex")),
)
def image_url_platform(index: Index, target: Target) -> Hits:
    """On Amazon Bedrock and Google Cloud an image or document is given as base64, not by its URL.

    There nobody fetches a file for the model. The message speaks of an image for a document, too. A history that was
    built for the direct API holds such links.
    """
    media = media_of(index)
    for block in (*media.images, *media.documents):
        if has_source(block, "url"):
            yield hit(block.path, loc=loc(block, "image"))
