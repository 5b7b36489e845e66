"""The rule `cache-too-many`."""

from sendable.contract.cache_marks import MOST, counted, explicit
from sendable.contract.evidence import documented, recorded, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import assistant, cached, request, text, tool, user
from sendable.wire.index import Index


@rule(
    phase=Phase.CACHE,
    when=("cache_control",),
    message="A maximum of 4 blocks with cache_control may be provided. Found {n}.",
    evidence=[
        recorded("claude-sonnet-5: five breakpoints refused; 3 and the automatic one accepted", "2026-09"),
        documented("build-with-claude/prompt-caching", "2026-10-08"),
        reported("continue#6937, vellum-assistant#18023, spring-ai and some ten more", "2026-06"),
    ],
    breaks=request(
        user(cached(text("One."))),
        assistant("Yes."),
        user(cached(text("Two.")), cached(text("Three."))),
        tools=[cached(tool())],
        system=[cached(text("Be brief."))],
    ),
    spares=request(
        user(cached(text("One."))),
        assistant("Yes."),
        user(text("Two.")),
        tools=[cached(tool())],
        system=[cached(text("Be brief."))],
        cache_control={"type": "ephemeral"},
    ),
)
def cache_too_many(index: Index, target: Target) -> Hits:
    """A request holds at most four cache breakpoints.

    Those on tools, system and messages count together, the ones on blocks nested in results and documents included.
    Automatic caching (`cache_control` at the top) takes one of the four, unless the last block is marked already; a
    `cache_control` of null is none. Several layers that each add their own, and clients that mark every user turn and
    never take a mark away, run into this.
    """
    n = counted(index)
    if n > MOST:
        marks = explicit(index)
        path = (*marks[MOST].path, "cache_control") if len(marks) > MOST else ("cache_control",)
        yield hit(path, n=n)
