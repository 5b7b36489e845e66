"""The rule `document-fields`."""

from sendable.contract.evidence import documented
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.targets import Target
from sendable.wire.build import document, request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.FIELDS,
    when=("document",),
    message="{loc}: String should have at least 1 character",
    variants={"long": "{loc}: String should have at most 500 characters"},
    evidence=[documented("OpenAPI of the Messages API, RequestDocumentBlock", "2026-08-18")],
    breaks=request(user(document(title=""))),
    spares=request(user(document(title="Report", context=None))),
    only_claims=True,
    claims=(
        ("length", "RequestDocumentBlock", "title"),
        ("length", "RequestDocumentBlock", "context"),
    ),
)
def document_fields(index: Index, target: Target) -> Hits:
    """The title of a document has 1 to 500 characters, its context at least one; either may be left out.

    An upload without a name becomes a document with an empty title; a title made of the first lines gets too long.
    """
    for fault in claimed(index, "document-fields"):
        yield hit(fault.path, "long" if "most" in fault.text else "", loc=fault.loc)
