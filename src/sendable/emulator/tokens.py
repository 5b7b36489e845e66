"""How many tokens something may take. An estimate: a quarter of its characters; images by area, PDFs by page."""

from math import ceil
from typing import Any

from sendable.emulator.exchange import encoded
from sendable.wire.blocks import Json
from sendable.wire.media.dimensions import dimensions
from sendable.wire.media.pdf import pdf_facts

CHARACTERS = 4
MESSAGE = 4
TOOLS = 300
PAGE = 2000
PIXELS = 750
IMAGE = 1600


def of_text(text: str) -> int:
    """Tokens of a text."""
    return ceil(len(text.encode("utf-8", "surrogatepass")) / CHARACTERS)


def of_value(value: Any) -> int:
    """Tokens of a block, a tool or a part of one: of its JSON, with media counted for themselves."""
    if isinstance(value, str):
        return of_text(value)
    if isinstance(value, dict):
        if value.get("type") == "image":
            return _of_image(value.get("source"))
        if value.get("type") == "document" and _is_pdf(value.get("source")):
            return PAGE * (pdf_facts(value["source"]["data"]).pages or 1)
        if "content" in value or "source" in value:
            return 1 + sum(of_value(item) for name, item in value.items() if name != "cache_control")
        return ceil(len(encoded({k: v for k, v in value.items() if k != "cache_control"})) / CHARACTERS)
    if isinstance(value, list):
        return sum(map(of_value, value))
    return 1


def _of_image(source: Any) -> int:
    data = source.get("data") if isinstance(source, dict) else None
    if not isinstance(data, str):
        return IMAGE
    size = dimensions(data, str(source.get("media_type")))
    return IMAGE if size is None else max(1, min(IMAGE, ceil(size[0] * size[1] / PIXELS)))


def _is_pdf(source: Any) -> bool:
    return (
        isinstance(source, dict)
        and source.get("type") == "base64"
        and source.get("media_type") == "application/pdf"
        and isinstance(source.get("data"), str)
    )


def of_block(block: Json) -> int:
    """Tokens of one block of a message; of thinking what its signature stands for."""
    if block.get("type") == "text":
        return of_text(str(block.get("text", "")))
    if block.get("type") == "thinking":
        return max(of_text(str(block.get("thinking", ""))), 20)
    return of_value(block)
