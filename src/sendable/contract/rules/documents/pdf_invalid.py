"""The rule `pdf-invalid`."""

from sendable.contract.evidence import documented, reported
from sendable.contract.media import loc, media_of
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import PNG, document, request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.MEDIA,
    when=("document",),
    message="{loc}.source.base64.data: The PDF specified was not valid.",
    variants={"encrypted": "{loc}.source.base64.data: The PDF specified is password protected."},
    evidence=[
        reported("req_011Cd4nNWmv3LPBZwfys7KhM and five more public sources", "2026-07-16"),
        documented("build-with-claude/pdf-support: no encryption", "2026-08-21"),
    ],
    breaks=request(user(document(PNG))),
    spares=request(user(document())),
)
def pdf_invalid(index: Index, target: Target) -> Hits:
    """A PDF is one by its first bytes, and is not encrypted.

    Damage further inside is the server's to find. A login page that was saved under the name of a PDF, and bank
    statements with a password, are what people attach.
    """
    for found in media_of(index).pdfs:
        if found.pdf is not None and not found.pdf.is_pdf:
            yield hit(found.block.path, loc=loc(found.block, "pdf"))
        elif found.pdf is not None and found.pdf.encrypted:
            yield hit(found.block.path, "encrypted", loc=loc(found.block, "pdf"))
