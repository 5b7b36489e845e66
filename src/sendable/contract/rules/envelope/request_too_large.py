"""The rule `request-too-large`."""

import msgspec

from sendable.contract.evidence import documented, reported
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index
from sendable.wire.read import Source

MEGABYTE = 1024 * 1024
MOST = {"api": 32 * MEGABYTE, "foundry": 32 * MEGABYTE, "vertex": 30 * MEGABYTE, "bedrock": 20 * MEGABYTE}

_SMALL = request(user("Hi"))


def _of_size(size: int) -> Source:
    """A request that counts as one of that many bytes, so that the example need not hold them."""
    return Source(_SMALL, "body", size, None, _SMALL)


@rule(
    phase=Phase.EDGE,
    message="Request exceeds the maximum size",
    also=("Request exceeds the maximum allowed number of bytes.",),
    status=413,
    type="request_too_large",
    evidence=[
        documented(
            "api/errors: 32 MB; claude-on-amazon-bedrock-legacy: 20 MB; claude-on-vertex-ai: 30 MB", "2026-10-08"
        ),
        reported("earendil-works/pi#401", "2026-01"),
    ],
    breaks=Example(_of_size(32 * MEGABYTE + 1)),
    spares=Example(_of_size(32 * MEGABYTE)),
    unrepairable="what of the conversation may go is for its owner to say",
)
def request_too_large(index: Index, target: Target) -> Hits:
    """A body is no larger than the platform takes: 32 MB, on Google Cloud 30 MB, on Bedrock 20 MB.

    The edge answers before the API reads anything. Histories grow over it with images as base64; files that are named
    by id do not count. The requests of a batch are not judged: for them the limit is that of the whole batch.
    """
    if index.source.shape == "body" and _size(index.source, MOST[target.platform]) > MOST[target.platform]:
        yield hit(())


def _size(source: Source, most: int) -> int:
    """Bytes of the body; counted again after edits only where the body was near the limit."""
    if source.size is not None:
        return source.size
    if source.size_before is not None and source.size_before < most * 0.9:
        return source.size_before
    try:
        return len(msgspec.json.encode(source.request))
    except (UnicodeEncodeError, TypeError):
        return 0
