"""The pass `mend_base64`."""

from sendable.contract.media import media_of
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.wire.media.base64_text import mended


@repair_pass("base64-invalid")
def mend_base64(draft: Draft) -> None:
    """Write base64 the standard way: without a `data:` prefix or line breaks, in the standard alphabet, padded.

    The bytes stay the same, so this is allowed in the newest turn, too. What is no base64 however it is read stays, for
    a later pass.
    """
    media = media_of(draft.index)
    wanted = {finding.place for finding in draft.findings}
    for found in (*media.inline_images, *media.pdfs):
        if found.block.path not in wanted:
            continue
        data = mended(found.data)
        if data != found.data and draft.may(
            "base64-invalid", found.block.path, Loss.KEEPS, "wrote the base64 data the standard way"
        ):
            draft.set((*found.block.path, "source", "data"), data)
