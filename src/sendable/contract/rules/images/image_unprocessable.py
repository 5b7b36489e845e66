"""The rule `image-unprocessable`."""

from sendable.contract.evidence import reported
from sendable.contract.media import loc, media_of
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import PDF, image, request, user
from sendable.wire.index import Index
from sendable.wire.media.signature import IMAGES


@rule(
    phase=Phase.MEDIA,
    when=("image",),
    message="Could not process image",
    also=("{loc}.source.base64.data: Could not process image", "{loc}.source.base64: Could not process image"),
    evidence=[reported("anthropics/claude-code#37180, #8646, #49403, #56511", "2026-05")],
    breaks=request(user(image(PDF))),
    spares=request(user(image())),
)
def image_unprocessable(index: Index, target: Target) -> Hits:
    """The data of an image is a JPEG, PNG, GIF or WebP with a whole header.

    Only what the first bytes prove is reported: a web page or a PDF in the place of an image, a format that the API
    does not read, a header that is cut off or tells a size of zero. Damage further inside is the server's to find. A
    download that answered with an error page, and a file that was still being written, end up here; from then on the
    session is refused at every turn.
    """
    for found in media_of(index).inline_images:
        if found.valid and found.declared in IMAGES and not found.is_image:
            yield hit(found.block.path, loc=loc(found.block))
