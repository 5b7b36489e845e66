"""The rule `max-tokens-too-large`."""

from sendable.contract.evidence import measured, recorded
from sendable.contract.output_cap import output_cap
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.PARAMETERS,
    when=("max_tokens=",),
    message="max_tokens: {asked} > {cap}, which is the maximum allowed number of output tokens for {model}",
    evidence=[
        recorded("claude-sonnet-5 (req_011CeuSN8sca3K29qNH34wVn)", "2026-09-04"),
        measured("public source code: claude-opus-5", "2026-10"),
    ],
    breaks=request(user("Hi"), model="claude-haiku-4-5", max_tokens=64_001),
    spares=request(user("Hi"), model="claude-haiku-4-5", max_tokens=64_000),
)
def max_tokens_too_large(index: Index, target: Target) -> Hits:
    """`max_tokens` is no more than the model can put out.

    Settings that were made for another model are the usual cause. A model that nobody has described is not judged, and
    neither is one whose cap is only assumed.
    """
    asked = index.request["max_tokens"]
    cap = output_cap(target, index.source.shape == "batch")
    if cap is not None and isinstance(asked, (int, float)) and asked > cap:
        yield hit(("max_tokens",), asked=asked, cap=cap, model=target.model)
