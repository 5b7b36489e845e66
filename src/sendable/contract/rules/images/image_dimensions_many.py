"""The rule `image-dimensions-many`."""

from sendable.contract.evidence import documented, measured, reported
from sendable.contract.media import LARGEST_SIDE, LARGEST_SIDE_OF_MANY, MANY, loc, media_of
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import assistant, image, png, request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.MEDIA,
    when=("image",),
    message="{loc}.source.base64.data: At least one of the image dimensions exceed max allowed size "
    "for many-image requests: 2000 pixels",
    evidence=[
        documented("build-with-claude/vision", "2026-08-21"),
        reported("anthropics/claude-code#24630, #49537, #49720; letta-code#615", "2026-04"),
        measured("a project sent 100 images of 8000 pixels to claude-3-5-haiku: accepted", "2025-12"),
    ],
    breaks=request(
        user(image(png(LARGEST_SIDE_OF_MANY + 1, 1)), *[image()] * MANY), assistant("I see."), user("Go on.")
    ),
    spares=request(user(image(png(LARGEST_SIDE_OF_MANY + 1, 1)), *[image()] * (MANY - 1))),
)
def image_dimensions_many(index: Index, target: Target) -> Hits:
    """In a request of more than 20 images none has more than 2000 pixels on a side.

    Images of all turns and of tool results count; on Bedrock and Google Cloud documents count, too. So an image that
    was accepted for twenty turns is refused with the twenty-first: long sessions with screenshots die of this. Models
    before the fourth generation took them, and are not judged.
    """
    media = media_of(index)
    if not media.many(target):
        return
    for found in media.inline_images:
        if LARGEST_SIDE_OF_MANY < found.longest <= LARGEST_SIDE:
            yield hit(found.block.path, loc=loc(found.block))
