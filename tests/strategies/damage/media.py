"""Damage to images and documents, those of the latest user turn aside."""

from tests.strategies.choice import Pick, one
from tests.strategies.damage.places import Json, base64_sources, kind


@kind
def mislabel_an_image(pick: Pick, request: Json) -> bool:
    sources = base64_sources(request, "image")
    if not sources:
        return False
    one(pick, sources)["media_type"] = one(pick, ("image/jpeg", "image/jpg", "image/tiff"))
    return True


@kind
def break_base64(pick: Pick, request: Json) -> bool:
    sources = base64_sources(request, "image", "document")
    if not sources:
        return False
    source = one(pick, sources)
    source["data"] = one(pick, (source["data"][:-1] + "!", "data:image/png;base64," + source["data"], "not base64"))
    return True


@kind
def empty_a_medium(pick: Pick, request: Json) -> bool:
    sources = base64_sources(request, "image", "document")
    if not sources:
        return False
    one(pick, sources)["data"] = ""
    return True
