"""The rule `cache-on-subcontent`."""

from sendable.contract.evidence import documented
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.targets import Target
from sendable.wire.build import cached, request, text, user
from sendable.wire.index import Index

_SOURCE = {"type": "text", "media_type": "text/plain", "data": "Tides."}
_DOCUMENT = {"type": "document", "source": _SOURCE}


@rule(
    phase=Phase.FIELDS,
    only_claims=True,
    claims=(("extra", "*", "cache_control"),),
    message="{loc}: Extra inputs are not permitted",
    evidence=[documented("build-with-claude/prompt-caching: what cannot be cached; the SDK's types", "2026-10-08")],
    breaks=request(user({**_DOCUMENT, "source": cached(_SOURCE)}, text("Why?"))),
    spares=request(user(cached(_DOCUMENT), text("Why?"))),
)
def cache_on_subcontent(index: Index, target: Target) -> Hits:
    """A breakpoint stands on a whole block of a kind that carries one, or on a tool.

    Citations, the source of a document, single hits of a search and whole messages carry none; the block around them
    does. Code that walks into everything that looks like a block marks them.
    """
    for fault in claimed(index, "cache-on-subcontent"):
        yield hit(fault.path, loc=fault.loc)
