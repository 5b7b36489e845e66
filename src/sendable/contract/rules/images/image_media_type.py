"""The rule `image-media-type`."""

from sendable.contract.evidence import documented, recorded, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.targets import Target
from sendable.wire.build import image, request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.FIELDS,
    when=("image",),
    message="{loc}: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
    evidence=[
        recorded("llm-xlate, probe media_image_unsupported_mime", "2026-09-10"),
        documented("anthropic 2.14, Base64ImageSourceParam", "2026-10"),
        reported("anthropics/claude-code#8184, NousResearch/hermes-agent#55432", "2026-08"),
    ],
    breaks=request(user(image(media_type="image/jpg"))),
    spares=request(user(image(media_type="image/png"))),
    only_claims=True,
    claims=(("enum", "Base64ImageSource", "media_type"),),
)
def image_media_type(index: Index, target: Target) -> Hits:
    """An image is declared to be a JPEG, PNG, GIF or WebP, by its full media type.

    `image/jpg` is no media type, however common it is; SVG, BMP, TIFF and HEIC are none that the API reads. File
    pickers, operating systems and other providers hand all of these on, and so do tools that put a PDF into an image.
    """
    for fault in claimed(index, "image-media-type"):
        yield hit(fault.path, loc=fault.loc)
