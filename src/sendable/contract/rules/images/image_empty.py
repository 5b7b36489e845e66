"""The rule `image-empty`."""

from sendable.contract.evidence import reported
from sendable.contract.media import loc, media_of
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import assistant, image, request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.MEDIA,
    when=("image",),
    message="{loc}.source.base64: image cannot be empty",
    evidence=[reported("anthropics/claude-code#8947, #9007, #12750", "2025-12")],
    breaks=request(user(image("")), assistant("I see."), user("Go on.")),
    spares=request(user(image())),
)
def image_empty(index: Index, target: Target) -> Hits:
    """An image holds data.

    A tool that took no screenshot, an upload that was cut off or a file that was deleted before it was read leaves an
    image of nothing behind. It stays in the history, and every later request is refused for it.
    """
    for found in media_of(index).inline_images:
        if not found.data:
            yield hit(found.block.path, loc=loc(found.block))
