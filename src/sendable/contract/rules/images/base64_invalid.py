"""The rule `base64-invalid`."""

from sendable.contract.evidence import reported
from sendable.contract.media import loc, media_of
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import PNG, image, request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.MEDIA,
    when=("image", "document"),
    message="{loc}.source.base64: invalid base64 data",
    evidence=[reported("openhands and eight more public sources that quote the error", "2026-09")],
    breaks=request(user(image(f"data:image/png;base64,{PNG}"))),
    spares=request(user(image(PNG))),
)
def base64_invalid(index: Index, target: Target) -> Hits:
    """The data of an image or document is standard base64, padded, and nothing else.

    Line breaks, the alphabet for URLs, missing padding and a `data:` prefix that was left in the data are what other
    libraries write. An URL, a path or `[object Object]` in that place is what a bug writes.
    """
    media = media_of(index)
    for found in (*media.inline_images, *media.pdfs):
        if found.data and not found.valid:
            yield hit(found.block.path, loc=loc(found.block))
