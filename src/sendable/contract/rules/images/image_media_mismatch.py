"""The rule `image-media-mismatch`."""

from sendable.contract.evidence import reported
from sendable.contract.media import Inline, loc, media_of
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import PNG, image, request, user
from sendable.wire.index import Index
from sendable.wire.media.signature import IMAGES

# A GIF of 2 by 2 pixels.
GIF = "R0lGODlhAgACAIAAAAAAAP///ywAAAAAAgACAAACAoRRADs="


@rule(
    phase=Phase.MEDIA,
    when=("image",),
    message="{loc}.source.base64: The image was specified using the {declared} media type, "
    "but the image appears to be a {actual} image",
    also=("{loc}.source.base64.data: Image does not match the provided media type {declared}",),
    evidence=[
        reported("home-assistant/core#167208, dust-tt/dust#26545, llxprt-code#2130", "2026-06-01"),
    ],
    breaks=request(user(image(GIF, "image/png"))),
    spares=request(user(image(PNG, "image/jpeg"))),
)
def image_media_mismatch(index: Index, target: Target) -> Hits:
    """An image is of the type that it is declared to be.

    The API looks at the first bytes. An image of a single pixel is let through whatever it is called (recorded
    2025-10). Files that were renamed, thumbnails that a service converts on the way, and code that calls every
    screenshot a PNG bring this about.
    """
    for found in media_of(index).inline_images:
        if _differs(found):
            yield hit(found.block.path, loc=loc(found.block), declared=found.declared, actual=found.actual)


def _differs(found: Inline) -> bool:
    return found.declared != found.actual and found.is_image and found.declared in IMAGES and found.size != (1, 1)
