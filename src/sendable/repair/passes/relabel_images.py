"""The pass `relabel_images`."""

from sendable.contract.finding import Finding
from sendable.contract.media import Inline, media_of
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.media_notes import medium_at
from sendable.repair.repair_pass import repair_pass
from sendable.wire.blocks import Block
from sendable.wire.media.signature import PDF


@repair_pass("image-media-type", "image-media-mismatch", "image-unprocessable")
def relabel_images(draft: Draft) -> None:
    """Declare an image to be what its bytes say; a PDF in an image block becomes a document.

    Only the label changes, never the bytes. What the bytes do not prove is left for a later pass.
    """
    images = {found.block.path: found for found in media_of(draft.index).inline_images}
    blocks = {path: found.block for path, found in images.items()}
    for finding in draft.findings:
        block = medium_at(blocks, finding.place)
        if block is not None:
            _relabel(draft, finding, images[block.path])


def _relabel(draft: Draft, finding: Finding, found: Inline) -> None:
    block = found.block
    if found.is_image and found.declared != found.actual:
        what = "declared the image to be of the type that its bytes are"
        if draft.may(finding.rule, block.path, Loss.KEEPS, what):
            draft.set((*block.path, "source", "media_type"), found.actual)
        return
    what = "made the image a document, since its bytes are a PDF"
    if found.actual == PDF and _may_be_document(block) and draft.may(finding.rule, block.path, Loss.KEEPS, what):
        draft.replace(block, _document(found))


def _may_be_document(block: Block) -> bool:
    return block.parent is None or block.parent.kind == "tool_result"


def _document(found: Inline) -> dict[str, object]:
    source = {"type": "base64", "media_type": PDF, "data": found.data}
    mark = found.block.value.get("cache_control")
    return {"type": "document", "source": source} | ({} if mark is None else {"cache_control": mark})
