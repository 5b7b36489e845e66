"""The rule `image-oversized-error-mode`."""

from math import sqrt

from sendable.contract.evidence import documented
from sendable.contract.media import LARGEST_SIDE, Inline, loc, media_of
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.targets.models import Model
from sendable.wire.blocks import Json
from sendable.wire.build import image, png, request, user
from sendable.wire.index import Index

PATCH = 28


def _strict(**fields: str) -> Json:
    return image(png(2000, 1), transformations=fields)


@rule(
    phase=Phase.MEDIA,
    when=("image",),
    platforms=("api",),
    message="{loc}: image dimensions {width}x{height} exceed the maximum image size of a model named on this request "
    "and would be downsized to {width2}x{height2}; scale the image to at most {width2}x{height2} or set the image's "
    'oversized_image setting to "downsize"',
    evidence=[documented("build-with-claude/vision, vision-coordinates", "2026-08-21")],
    breaks=request(user(_strict(oversized_image="error"))),
    spares=request(user(_strict(oversized_image="downsize"))),
)
def image_oversized_error_mode(index: Index, target: Target) -> Hits:
    """An image that asks not to be made smaller fits the model: 1568 pixels, from version 4.7 on 2576.

    Without `oversized_image: "error"` the API scales it down. Only the longer side is judged here, since that is sure;
    an image of more patches than the model reads may be refused as well.
    """
    if target.facts is None:
        return
    most = _longest(target.facts)
    for found in media_of(index).inline_images:
        if found.size is not None and most < found.longest <= LARGEST_SIDE and _refuses_downsizing(found):
            width, height = found.size
            width2, height2 = _downsized(width, height, most)
            place = loc(found.block).rpartition(".")[0]
            yield hit(found.block.path, loc=place, width=width, height=height, width2=width2, height2=height2)


def _refuses_downsizing(found: Inline) -> bool:
    setting = found.block.value.get("transformations")
    return isinstance(setting, dict) and setting.get("oversized_image") == "error"


def _longest(facts: Model) -> int:
    return 2576 if facts.version >= (4, 7) else 1568


def _downsized(width: int, height: int, most: int) -> tuple[int, int]:
    """The size that keeps both limits: the longer side, and the number of patches of 28 by 28 pixels."""
    patches = 4784 if most == 2576 else 1568
    scale = min(most / max(width, height), sqrt(patches * PATCH * PATCH / (width * height)))
    return max(int(width * scale), 1), max(int(height * scale), 1)
