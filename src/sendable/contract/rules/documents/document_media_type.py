"""The rule `document-media-type`."""

from sendable.contract.evidence import documented, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.targets import Target
from sendable.wire.build import document, request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.FIELDS,
    when=("document",),
    message="{loc}: Input should be 'application/pdf'",
    evidence=[
        reported("langchain-ai/langchain#37575, #37576; langchainjs#11156", "2026-06"),
        documented("anthropic 2.14, Base64PDFSourceParam", "2026-10"),
    ],
    breaks=request(user(document("Y29mZmVlLDMK", "text/csv"))),
    spares=request(user({"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "x,3"}})),
    only_claims=True,
    claims=(("enum", "Base64PDFSource", "media_type"),),
)
def document_media_type(index: Index, target: Target) -> Hits:
    """A document given as base64 is a PDF.

    Plain text goes in as a source of type `text`; spreadsheets and the like do not go in at all. Frameworks that treat
    every attachment alike send what the user picked.
    """
    for fault in claimed(index, "document-media-type"):
        yield hit(fault.path, loc=fault.loc)
