"""The rule `cache-on-thinking`."""

from sendable.contract.evidence import documented, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.targets import Target
from sendable.wire.build import assistant, cached, request, text, thinking, user
from sendable.wire.index import Index


@rule(
    phase=Phase.FIELDS,
    when=("thinking", "redacted_thinking"),
    only_claims=True,
    claims=(
        ("extra", "ThinkingBlock", "cache_control"),
        ("extra", "RedactedThinkingBlock", "cache_control"),
    ),
    message="{loc}: Extra inputs are not permitted",
    evidence=[
        documented("build-with-claude/prompt-caching: what cannot be cached; the type has no such field", "2026-10-08"),
        reported("sub2api#225, Antigravity-Manager#96, gproxy#67, litellm#39815, inspect_ai#3967", "2026-05"),
    ],
    breaks=request(user("Hi"), assistant(cached(thinking()), "Hello."), user("And?")),
    spares=request(user("Hi"), assistant(thinking(), cached(text("Hello."))), user("And?")),
)
def cache_on_thinking(index: Index, target: Target) -> Hits:
    """A thinking block carries no breakpoint.

    Thinking is cached together with the turn it belongs to. Code that marks the last block of a message, whatever its
    kind, puts one on thinking as soon as a turn ends in it or a filter drops what stood behind.
    """
    for fault in claimed(index, "cache-on-thinking"):
        yield hit(fault.path, loc=fault.loc)
