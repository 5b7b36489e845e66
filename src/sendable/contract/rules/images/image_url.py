"""The rule `image-url`."""

from sendable.contract.evidence import inferred, recorded
from sendable.contract.media import has_source, media_of
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.blocks import Json
from sendable.wire.build import PNG, request, user
from sendable.wire.index import Index


def _linked(url: str) -> Json:
    return {"type": "image", "source": {"type": "url", "url": url}}


@rule(
    phase=Phase.MEDIA,
    when=("image", "document"),
    platforms=("api", "foundry"),
    endpoints=("messages",),
    message="Unable to download the file. Please verify the URL and try again.",
    evidence=[
        recorded("claude-sonnet-5: the answer for an address that cannot be reached (llm-xlate)", "2026-09-10"),
        inferred("what is no http address is reached by nobody", "2026-11"),
    ],
    breaks=request(user(_linked(f"data:image/png;base64,{PNG}"))),
    spares=request(user(_linked("https://example.com/cat.png"))),
)
def image_url(index: Index, target: Target) -> Hits:
    """The URL of an image or document is one that can be fetched from outside: http or https.

    Only the form is judged; whether a server answers is for the API to find out. Histories of other providers hold
    whole images as `data:` URLs, web clients leave `blob:` addresses or paths of their own server behind.
    """
    media = media_of(index)
    for block in (*media.images, *media.documents):
        if has_source(block, "url"):
            url = block.value["source"].get("url")
            if isinstance(url, str) and not url.strip().lower().startswith(("http://", "https://")):
                yield hit(block.path)
