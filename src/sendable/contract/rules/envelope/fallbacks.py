"""The rule `fallbacks`."""

from sendable.contract.evidence import documented
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index

MOST = 3
_WITHOUT = "claude-haiku-5-5"
_OPUS = {"model": "claude-opus-4-8"}


@rule(
    phase=Phase.PARAMETERS,
    when=("fallbacks=",),
    platforms=("api",),
    message="fallbacks: List should have at most 3 items after validation, not {count}",
    variants={
        "model": "fallbacks: not supported for this model",
        "batch": "fallbacks: not supported in batches",
    },
    evidence=[
        documented("build-with-claude/refusals-and-fallback; the texts are not recorded", "2026-10-08"),
        documented("build-with-claude/batch-processing", "2026-08-21"),
    ],
    breaks=request(user("Hi"), fallbacks=[_OPUS] * (MOST + 1)),
    spares=request(user("Hi"), fallbacks=[_OPUS] * MOST),
    unrepairable="which model may answer is for the caller to say",
)
def fallbacks(index: Index, target: Target) -> Hits:
    """A request names at most three fallback models, for a model that has fallbacks, and outside a batch.

    Claude Haiku 5.5 has none. Whether the request would be valid for a named model is for the server to find.
    """
    named = index.request["fallbacks"]
    if named is not None and index.source.shape == "batch":
        yield hit(("fallbacks",), "batch")
    elif isinstance(named, (list, tuple)) and named:
        facts = target.facts
        if facts is not None and facts.name == _WITHOUT and not facts.inherited:
            yield hit(("fallbacks",), "model")
        elif len(named) > MOST:
            yield hit(("fallbacks",), count=len(named))
