"""The rule `temp-and-top-p`."""

from sendable.contract.evidence import documented, measured, recorded
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.sampling import given
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.PARAMETERS,
    when=("temperature=",),
    message="`temperature` and `top_p` cannot both be specified for this model. Please use only one.",
    evidence=[
        measured("pydantic-ai models/anthropic.py: claude-haiku-4-5", "2026-10"),
        recorded("accepted with both: Sonnet 4, Opus 4 and the 3.x models", "2025-12", accepted=True),
        documented("models/migration-guide", "2026-08-21"),
    ],
    breaks=request(user("Hi"), temperature=0.5, top_p=0.9, model="claude-haiku-4-5"),
    spares=request(user("Hi"), temperature=0.5, top_p=0.9, model="claude-sonnet-4-20250514"),
)
def temp_and_top_p(index: Index, target: Target) -> Hits:
    """Models of the 4.1 and 4.5 generations take `temperature` or `top_p`, not both.

    Older ones took both, and many frameworks always send both.
    """
    facts = target.facts
    if facts is None or facts.sampling not in ("one", "haiku-5-5"):
        return
    if given(index, "temperature") is not None and given(index, "top_p") is not None:
        yield hit(("top_p",))
