"""The rule `pdf-pages`."""

from sendable.contract.evidence import documented, reported
from sendable.contract.media import loc, media_of, most_media, pages_of
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import assistant, document, pdf, request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.MEDIA,
    when=("document",),
    message="{loc}.source.base64.data: A maximum of {most} PDF pages may be provided.",
    evidence=[
        documented("build-with-claude/pdf-support", "2026-08-21"),
        reported("anthropics/claude-code#6231, #5707; TeXRA#2590", "2026-03"),
    ],
    breaks=request(
        user(document(pdf(60)), document(pdf(41))), assistant("I see."), user("Go on."), model="claude-haiku-4-5"
    ),
    spares=request(user(document(pdf(60)), document(pdf(40))), model="claude-haiku-4-5"),
)
def pdf_pages(index: Index, target: Target) -> Hits:
    """The PDFs of a request have at most 100 pages together; 600 with a window of a million tokens.

    The document is named with which the limit is passed. Pages are counted only where the file tells them for sure, so
    the API may count more. A single report can be too long, and so can a dozen short ones over a session.
    """
    most = most_media(target)
    media = media_of(index)
    if most is None or media.pages <= most:
        return
    pages = 0
    for found in media.pdfs:
        pages += pages_of(found)
        if pages > most:
            yield hit(found.block.path, loc=loc(found.block, "pdf"), most=most)
            return
