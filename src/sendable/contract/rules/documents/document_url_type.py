"""The rule `document-url-type`."""

from urllib.parse import urlsplit

from sendable.contract.evidence import recorded
from sendable.contract.media import has_source, loc, media_of
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.blocks import Json
from sendable.wire.build import assistant, request, user
from sendable.wire.index import Index

# What is surely no PDF by its name. Pages made by a server tell nothing by theirs, so `.html` or `.php` is not here.
NO_PDF = (".txt", ".csv", ".md", ".docx", ".xlsx", ".pptx", ".png", ".jpg", ".jpeg")


def _linked(url: str) -> Json:
    return {"type": "document", "source": {"type": "url", "url": url}}


@rule(
    phase=Phase.MEDIA,
    when=("document",),
    platforms=("api", "foundry"),
    message="{loc}.source.base64.data: The file format is invalid or unsupported",
    evidence=[recorded("claude-sonnet-4-5: a document by the URL of a .txt file (pydantic-ai cassette)", "2026-07")],
    breaks=request(user(_linked("https://example.com/notes.txt")), assistant("I see."), user("Go on.")),
    spares=request(user(_linked("https://example.com/notes.pdf"))),
    endpoints=("messages",),
)
def document_url_type(index: Index, target: Target) -> Hits:
    """A document given by its URL is a PDF.

    The API fetches it and looks at the bytes; the message speaks of an image all the same. Here only the name is known,
    so a file whose name ends in that of another format is reported, and everything else is left to the server. Text has
    to be sent as a source of type `text`.
    """
    for block in media_of(index).documents:
        if has_source(block, "url") and _names_no_pdf(block.value["source"].get("url")):
            yield hit(block.path, loc=loc(block, "image"))


def _names_no_pdf(url: object) -> bool:
    if not isinstance(url, str) or not url.isprintable():
        return False
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return not parts.query and parts.path.lower().endswith(NO_PDF)
