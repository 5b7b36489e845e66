"""The rule `image-dimensions`."""

from sendable.contract.evidence import documented, reported
from sendable.contract.media import LARGEST_SIDE, loc, media_of
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import assistant, image, png, request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.MEDIA,
    when=("image",),
    message="{loc}.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels",
    evidence=[
        documented("build-with-claude/vision", "2026-08-21"),
        reported("anthropics/claude-code#4778, NousResearch/hermes-agent#25837", "2026-05"),
    ],
    breaks=request(user(image(png(LARGEST_SIDE + 1, 1))), assistant("I see."), user("Go on.")),
    spares=request(user(image(png(LARGEST_SIDE, LARGEST_SIDE)))),
)
def image_dimensions(index: Index, target: Target) -> Hits:
    """An image has at most 8000 pixels on each side.

    A screenshot of a whole page, stitched together, is often taller than that, however few bytes it has.
    """
    for found in media_of(index).inline_images:
        if found.longest > LARGEST_SIDE:
            yield hit(found.block.path, loc=loc(found.block))
