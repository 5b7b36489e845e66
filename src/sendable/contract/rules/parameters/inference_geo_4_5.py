"""The rule `inference-geo-4-5`."""

from sendable.contract.evidence import documented, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.PARAMETERS,
    when=("inference_geo=",),
    platforms=("api",),
    message="inference_geo is not supported for this model",
    evidence=[
        documented("claude-platform-on-aws, without the text", "2026-08-21"),
        reported("a public test double: the text", "2026-10"),
    ],
    breaks=request(user("Hi"), inference_geo="us", model="claude-sonnet-4-5"),
    spares=request(user("Hi"), inference_geo="us", model="claude-sonnet-4-6"),
)
def inference_geo_4_5(index: Index, target: Target) -> Hits:
    """The region of inference can be chosen from the 4.6 models on.

    A setting for a whole application meets its older models, too.
    """
    facts = target.facts
    if facts is not None and facts.version == (4, 5) and isinstance(index.request.get("inference_geo"), str):
        yield hit(("inference_geo",))
