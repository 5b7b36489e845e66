"""The rule `cache-auto-conflict`."""

from sendable.contract.cache_marks import automatic, last_block, ttl_of
from sendable.contract.evidence import documented, inferred
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import cached, request, text, user
from sendable.wire.index import Index


@rule(
    phase=Phase.CACHE,
    when=("cache_control=",),
    message="cache_control: automatic caching with ttl='{automatic}' conflicts with the ttl='{ttl}' cache_control "
    "of the last block",
    evidence=[
        documented("build-with-claude/prompt-caching: the last block with another ttl is a 400", "2026-10-08"),
        inferred("the wording: no page and no report quotes it", "2026-11-30"),
    ],
    breaks=request(user(cached(text("Hi"))), cache_control={"type": "ephemeral", "ttl": "1h"}),
    spares=request(user(cached(text("Hi"), "1h")), cache_control={"type": "ephemeral", "ttl": "1h"}),
)
def cache_auto_conflict(index: Index, target: Target) -> Hits:
    """Automatic caching and a breakpoint on the last block agree on the ttl.

    With the same ttl the automatic one has nothing to do. With another, the API refuses instead of choosing. Clients
    that mark the newest message by hand and later turn automatic caching on send both.
    """
    mark, block = automatic(index), last_block(index)
    if mark is None or block is None:
        return
    ttl = ttl_of(block.value.get("cache_control"))
    if ttl and ttl != ttl_of(mark):
        yield hit(("cache_control",), automatic=ttl_of(mark), ttl=ttl)
