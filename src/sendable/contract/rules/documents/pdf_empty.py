"""The rule `pdf-empty`."""

from sendable.contract.evidence import reported
from sendable.contract.media import loc, media_of
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import assistant, document, request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.MEDIA,
    when=("document",),
    message="{loc}.source.base64: PDF cannot be empty",
    also=("{loc}.pdf.source.base64.data: PDF cannot be empty",),
    evidence=[reported("three public sources, one of which sent an empty file to find out", "2026-09")],
    breaks=request(user(document("")), assistant("I see."), user("Go on.")),
    spares=request(user(document())),
)
def pdf_empty(index: Index, target: Target) -> Hits:
    """A document given as base64 holds data.

    An upload whose buffer was read twice, or a conversion that failed in silence, sends a PDF of nothing.
    """
    for found in media_of(index).pdfs:
        if not found.data:
            yield hit(found.block.path, loc=loc(found.block))
