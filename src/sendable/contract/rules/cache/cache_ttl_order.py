"""The rule `cache-ttl-order`."""

from sendable.contract.cache_marks import late_marks
from sendable.contract.evidence import documented, recorded, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import cached, request, text, user
from sendable.wire.index import Index


@rule(
    phase=Phase.CACHE,
    when=("cache_control",),
    message="{path}: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. "
    "Note that blocks are processed in the following order: `tools`, `system`, `messages`.",
    evidence=[
        recorded("claude-sonnet-4-6: 1h before 5m, and all of one ttl, accepted", "2026-07", accepted=True),
        documented("build-with-claude/prompt-caching", "2026-10-08"),
        reported("anthropics/claude-code#39599, agno#8405, vellum-assistant#22191 and some six more", "2026-06"),
    ],
    breaks=request(user(cached(text("Hi"), "1h")), system=[cached(text("Be brief."))]),
    spares=request(user(cached(text("Hi"))), system=[cached(text("Be brief."), "1h")]),
)
def cache_ttl_order(index: Index, target: Target) -> Hits:
    """Breakpoints that live an hour stand before those that live five minutes.

    The order is that of the prefix: tools, system, messages, and the automatic breakpoint last. A breakpoint without a
    `ttl` lives five minutes. Layers that do not know of each other break this: a proxy that marks the tools the default
    way in front of a client that keeps its system prompt for an hour.
    """
    for late in late_marks(index):
        where = () if late.block is None else late.block.path
        yield hit((*where, "cache_control", "ttl"))
