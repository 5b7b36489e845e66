"""The rule `file-source`."""

from sendable.contract.evidence import documented, recorded
from sendable.contract.media import has_source, loc, media_of
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index

BETA = "files-api-2025-04-14"
FILED = {"type": "image", "source": {"type": "file", "file_id": "file_1"}}
EXPECTED = {"image": "'base64', 'url'", "document": "'base64', 'content', 'text', 'url'"}


@rule(
    phase=Phase.FIELDS,
    when=("image", "document"),
    message="{loc}.source: Input tag 'file' found using 'type' does not match any of the expected tags: {tags}",
    evidence=[
        recorded("claude-sonnet-4-5: file sources without the beta, in a turn and in a tool result", "2026-07"),
        documented("build-with-claude/files", "2026-08-21"),
    ],
    breaks=Example(request(user(FILED)), Target(betas=())),
    spares=Example(request(user(FILED)), Target(betas=(BETA,))),
)
def file_source(index: Index, target: Target) -> Hits:
    """A file id is sent with the beta of the Files API, and not to Amazon Bedrock or Google Cloud.

    Without it the API does not know that such sources exist. Where the betas are not known, nothing is reported.
    Whether the file is there, and fits the block, only the server knows.
    """
    if not (target.is_cloud or target.lacks(BETA)):
        return
    media = media_of(index)
    for block in (*media.images, *media.documents):
        if has_source(block, "file"):
            yield hit(block.path, loc=loc(block), tags=EXPECTED[block.kind])
