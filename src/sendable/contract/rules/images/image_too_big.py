"""The rule `image-too-big`."""

from sendable.contract.evidence import documented, reported
from sendable.contract.media import MEBIBYTE, largest_image, loc, media_of
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import PNG, assistant, image, request, user
from sendable.wire.index import Index

# The pixel, with bytes behind its end that no reader looks at.
BIG = PNG.rstrip("=")[:92] + "A" * (5 * MEBIBYTE)


@rule(
    phase=Phase.MEDIA,
    when=("image",),
    message="{loc}.source.base64: image exceeds {megabytes} MB maximum: {size} bytes > {most} bytes",
    evidence=[
        documented("build-with-claude/vision", "2026-08-21"),
        reported("anthropics/claude-code#10612, #19631; 10 MB: public source that quotes the error", "2026-09"),
    ],
    breaks=Example(request(user(image(BIG)), assistant("I see."), user("Go on.")), Target("bedrock")),
    spares=request(user(image(BIG))),
)
def image_too_big(index: Index, target: Target) -> Hits:
    """The base64 text of an image has at most 10 MB, on Bedrock and Google Cloud 5 MB.

    What counts is the text, which is a third longer than the file. The direct API took 5 MB until 2026. Screenshots of
    large displays and photos straight from a camera are what exceeds it.
    """
    most = largest_image(target)
    for found in media_of(index).inline_images:
        if len(found.data) > most and found.valid:
            megabytes = most // MEBIBYTE
            yield hit(found.block.path, loc=loc(found.block), megabytes=megabytes, size=len(found.data), most=most)
