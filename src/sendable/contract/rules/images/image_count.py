"""The rule `image-count`."""

from sendable.contract.evidence import documented, reported
from sendable.contract.media import media_of, most_media
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import assistant, image, request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.MEDIA,
    when=("image",),
    message="Too much media: {pages} document pages + {images} images > {most}",
    also=("too many images and documents: {images} + {documents} > {most}",),
    evidence=[
        documented("build-with-claude/vision", "2026-08-21"),
        reported("anthropics/claude-code#3397, #19822, #23392, #24541", "2026-02-09"),
    ],
    breaks=request(user(*[image()] * 101), assistant("I see."), user("Go on."), model="claude-haiku-4-5"),
    spares=request(user(*[image()] * 100), model="claude-haiku-4-5"),
)
def image_count(index: Index, target: Target) -> Hits:
    """A request holds at most 100 images and pages of PDFs together; 600 with a window of a million tokens.

    Every turn counts, tool results included. A document whose pages are not known counts as none here, so the API may
    count more. Sessions that look at a screen at each step come to this limit after a hundred steps.
    """
    media = media_of(index)
    most = most_media(target)
    if most is None or len(media.images) + media.pages <= most or media.pages > most:
        return
    yield hit(("messages",), pages=media.pages, images=len(media.images), most=most)
