"""The pass `inline_data_urls`."""

import re

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.media_notes import media_by_path, medium_at
from sendable.repair.repair_pass import repair_pass
from sendable.wire.blocks import Json
from sendable.wire.media.base64_text import mended
from sendable.wire.media.signature import sniffed

_DATA = re.compile(r"\s*data:([^;,]{0,100})(?:;[^;,]{0,100}){0,5};base64,", re.IGNORECASE)


@repair_pass("image-url", "image-url-platform")
def inline_data_urls(draft: Draft) -> None:
    """Send what stands in a `data:` URL as the base64 that it is.

    Other providers take images by such an address; here the same bytes have a source of their own. Nothing is fetched.
    """
    media = media_by_path(draft.index)
    for finding in draft.findings:
        block = medium_at(media, finding.place)
        source = _inlined(block.value["source"].get("url")) if block is not None else None
        if (
            block is not None
            and source is not None
            and draft.may(finding.rule, block.path, Loss.KEEPS, "gave the data of a data: URL as base64")
        ):
            draft.set((*block.path, "source"), source)


def _inlined(url: object) -> Json | None:
    """The base64 source for a `data:` URL; of the type that the bytes are, else of the one that the URL says."""
    head = _DATA.match(url) if isinstance(url, str) else None
    if head is None or not isinstance(url, str):
        return None
    data = mended(url[head.end() :])
    return {"type": "base64", "media_type": sniffed(data) or head[1].strip().lower(), "data": data}
