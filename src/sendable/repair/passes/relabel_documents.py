"""The pass `relabel_documents`."""

from sendable.contract.finding import Finding
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.media_notes import media_by_path, medium_at
from sendable.repair.repair_pass import repair_pass
from sendable.wire.blocks import Block, Json
from sendable.wire.media.base64_text import decoded, is_base64
from sendable.wire.media.dimensions import dimensions
from sendable.wire.media.signature import IMAGES, PDF, sniffed

# Types of text that do not begin with `text/`.
TEXTS = frozenset({
    "application/json", "application/xml", "application/yaml", "application/x-yaml", "application/javascript",
    "application/csv", "application/x-sh", "application/toml", "application/sql", "application/x-ndjson",
})  # fmt: skip


@repair_pass("document-media-type", "pdf-invalid")
def relabel_documents(draft: Draft) -> None:
    """Send a document as what its bytes are: a PDF by its name, text as a source of type `text`, an image as an image.

    The content stays. A title or context has no place on an image; where there is one, that is lost.
    """
    documents = media_by_path(draft.index)
    for finding in draft.findings:
        block = medium_at(documents, finding.place)
        source = block.value.get("source") if block is not None else None
        if block is not None and isinstance(source, dict) and isinstance(source.get("data"), str):
            _relabel(draft, finding, block, source)


def _relabel(draft: Draft, finding: Finding, block: Block, source: Json) -> None:
    data: str = source["data"]
    actual = sniffed(data) if data and is_base64(data) else ""
    if actual == PDF and source.get("media_type") != PDF:
        what = "declared the document to be the PDF that its bytes are"
        if draft.may(finding.rule, block.path, Loss.KEEPS, what):
            draft.set((*block.path, "source", "media_type"), PDF)
    elif actual in IMAGES and dimensions(data, actual) is not None:
        loss = Loss.DROPS if block.value.get("title") or block.value.get("context") else Loss.KEEPS
        if draft.may(finding.rule, block.path, loss, "made the document an image, since its bytes are one"):
            draft.replace(block, _image(block, data, actual))
    elif (text := _text(source)) is not None:
        what = "gave the text of the document as text instead of base64"
        if draft.may(finding.rule, block.path, Loss.KEEPS, what):
            draft.set((*block.path, "source"), {"type": "text", "media_type": "text/plain", "data": text})


def _image(block: Block, data: str, actual: str) -> Json:
    mark = block.value.get("cache_control")
    image = {"type": "image", "source": {"type": "base64", "media_type": actual, "data": data}}
    return image | ({} if mark is None else {"cache_control": mark})


def _text(source: Json) -> str | None:
    """The text that the data stand for, where they are declared to be text and are."""
    declared = source.get("media_type")
    if not isinstance(declared, str):
        return None
    kind = declared.partition(";")[0].strip().lower()
    if not (kind.startswith("text/") or kind in TEXTS) or not is_base64(source["data"]):
        return None
    try:
        text = decoded(source["data"]).decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    return text if text.strip() and "\0" not in text else None
